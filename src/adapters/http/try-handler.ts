import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { tooLargeToTry } from '../../service/try-parse.ts';
import type { Handler } from './call.ts';
import { leaving, streamed } from './file-handlers.ts';
import { receiveFile } from './upload/file-request.ts';

export const tryFile: Handler = async (call) => {
  const { query, body } = OPERATIONS.tryParse;
  const { filename } = parseInput(query, call.request.query);
  const turn = call.service.trial.enter(call.request.ip);
  try {
    const receive = (bytes: AsyncIterable<Uint8Array>) => turn.receive(bytes);
    const sent = await receiveFile(call.request, { body, queryName: filename, limit: turn.bytes, receive }).catch((error) => {
      throw tooLargeToTry(error);
    });
    try {
      return streamed(call, await turn.read({ ...sent, signal: leaving(call) }));
    } finally {
      await sent.upload.remove();
    }
  } finally {
    turn.leave();
  }
};
