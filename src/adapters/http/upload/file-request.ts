import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { RequestProblem } from '../../../contract/errors.ts';
import { parseInput } from '../../../contract/validate.ts';
import { usableName } from '../../../service/named-file.ts';
import type { Upload } from '../../../service/receive.ts';
import { decodeHeaderName } from '../../../shared/names.ts';
import { mediaType } from '../media-type.ts';
import { countBytesIn } from '../request-log.ts';
import { Base64Body, longestBody } from './base64-body.ts';

/** Takes the bytes in; the one who calls removes the upload. */
export type Receive = (bytes: AsyncIterable<Uint8Array>) => Promise<Upload>;

export interface FileRequest<B> {
  readonly upload: Upload;
  readonly filename: string;
  /** The JSON body, with '' for the file; null where the bytes came raw. */
  readonly body: B | null;
}

/** A file out of a request: raw bytes with their name in a header or the query, or JSON with base64. */
export async function receiveFile<S extends z.ZodObject>(
  request: FastifyRequest,
  accept: { readonly body: S; readonly queryName: string | undefined; readonly limit: number; readonly receive: Receive },
): Promise<FileRequest<z.output<S>>> {
  const media = mediaType(request);
  if (media === 'multipart/form-data') throw new RequestProblem('BODY_INVALID', { detail: NO_FORM });
  const json = media === 'application/json';
  const filename = json ? '' : usableName(headerName(request) ?? accept.queryName);
  if (Number(request.headers['content-length'] ?? 0) > (json ? longestBody(accept.limit) : accept.limit))
    throw new RequestProblem('TOO_LARGE');
  if (!json) return { upload: await accept.receive(chunksOf(request)), filename, body: null };
  const sent = new Base64Body(chunksOf(request), accept.limit);
  const upload = await accept.receive(sent.file());
  try {
    const body = parseInput(accept.body, sent.fields);
    return { upload, filename: usableName((body as { filename: string }).filename), body };
  } catch (error) {
    await upload.remove();
    throw error;
  }
}

/** Leaving the loop must not destroy the connection: the answer still has to go out on it. */
export async function* chunksOf(request: FastifyRequest): AsyncGenerator<Buffer> {
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    countBytesIn(request, chunk.length);
    yield chunk;
  }
}

function headerName(request: FastifyRequest): string | undefined {
  const value = request.headers['x-filename'];
  if (typeof value !== 'string' || value === '') return undefined;
  const name = decodeHeaderName(value);
  if (name === null) throw new RequestProblem('FILENAME_INVALID', { detail: NOT_ENCODED });
  return name;
}

const NO_FORM =
  'multipart/form-data는 받지 않습니다. 파일을 application/octet-stream으로 그대로 보내고 X-Filename 헤더에 이름을 넣어 주세요.';
const NOT_ENCODED = 'X-Filename 헤더를 읽을 수 없습니다. 파일 이름을 UTF-8 퍼센트 인코딩으로 적어 주세요.';
