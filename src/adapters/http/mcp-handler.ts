import { RequestProblem } from '../../contract/errors.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { receive } from '../../service/receive.ts';
import { tenantFor } from '../../service/tenant-access.ts';
import type { Call, Handler } from './call.ts';
import { leaving } from './file-handlers.ts';
import { refuseForeignOrigin } from './foreign-origin.ts';
import { callerOf } from './tenant-handlers.ts';
import { receiveMessage } from './upload/mcp-message.ts';

/** JSON-RPC's own range for errors of a server. */
const FORBIDDEN = -32003;

export const mcp: Handler = async (call) => {
  const { request, reply, service, log } = call;
  refuseForeignOrigin(request, service.keys.required);
  const limit = service.settings.maxUpload;
  const { message, upload } = await receiveMessage(request, { limit, receive: (bytes) => receive(service.desk, bytes, limit) });
  try {
    const { id = null } = parseInput(OPERATIONS.mcp.body, message);
    const refusal = refusedTenant(call, message);
    if (refusal !== null) {
      const error = { code: FORBIDDEN, message: refusal.code, data: refusal.body() };
      return reply.code(refusal.status).type('application/json; charset=utf-8').send({ jsonrpc: '2.0', id, error });
    }
    // Loaded with the first message: most servers are never asked.
    const { answerMessage } = await import('../mcp/answer-message.ts');
    const tool = { service, caller: callerOf(call), upload, signal: leaving(call) };
    const answer = await answerMessage(webRequest(call), message, tool, log);
    reply.code(answer.status);
    if (answer.body === null) return reply.send();
    return reply.type('application/json; charset=utf-8').send(await answer.text());
  } finally {
    await upload?.remove();
  }
};

/** A tenant that is not the caller's is refused before anything of the protocol happens, so that a proxy sees it too. */
function refusedTenant(call: Call, message: Record<string, unknown>): RequestProblem | null {
  const { params } = message as { params?: { arguments?: { tenant?: unknown } } };
  const tenant = params?.arguments?.tenant;
  if (typeof tenant !== 'string') return null;
  try {
    tenantFor(callerOf(call), tenant);
  } catch (error) {
    if (error instanceof RequestProblem && error.code === 'TENANT_FORBIDDEN') return error;
  }
  return null;
}

/** The request as the SDK wants it: its body is handed over parsed, and clients that accept JSON alone are served too. */
function webRequest({ request }: Call): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const [name, value] of Object.entries(request.headers))
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers, body: '{}' });
}
