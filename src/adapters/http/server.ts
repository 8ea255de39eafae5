import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { RequestProblem } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { OPERATION_LIST } from '../../contract/operations.ts';
import type { Service } from '../../service/service.ts';
import type { Log } from '../../shared/log.ts';
import { authorize } from './auth.ts';
import type { Handler } from './call.ts';
import { answerClientError } from './client-error.ts';
import { COMPAT_ROUTES, type CompatRoute } from './compat/routes.ts';
import { Connections } from './connections.ts';
import { HANDLERS } from './handlers.ts';
import { methodsOf, routePath } from './paths.ts';
import { problemOf, refuse } from './problem-reply.ts';
import { logRequest, noteConsumer } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

/** Honest headers come in one piece; only an attack needs longer. */
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const CHECK_EVERY_MS = 1000;
const LOOK_AGAIN_MS = 50;

export interface HttpServer {
  /** Gives the port that it got. */
  listen(host: string, port: number): Promise<number>;
  /** Takes no new connections; what is under way gets this long. */
  close(graceMs: number): Promise<void>;
}

/** The HTTP door: the routes of the contract, each behind its key. */
export function buildServer(service: Service, log: Log): HttpServer {
  const { settings } = service;
  const requestTimeout = settings.requestTimeout * 1000;
  const timing: ServerOptions = {
    requestTimeout,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node looks for slow clients every 30 s unless told, so that they would get that much longer.
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeout),
    // Node's own refusal has no body.
    requireHostHeader: false,
  };
  const connections = new Connections();
  let closing = false;
  const app = fastify({
    logger: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    forceCloseConnections: false,
    // What is under way on an open connection is answered in full; the connection is closed after it.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createServer(timing, handler);
      connections.watch(server);
      // An expectation that we do not know is passed over: Node's own refusal has no body.
      server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
      return server.on('clientError', (error, socket) => {
        answerClientError(log, error, socket as Socket, connections.answerOn(socket as Socket));
      });
    },
    frameworkErrors: (_error, request, reply) => {
      begin(request as FastifyRequest, reply as FastifyReply);
      refuse(request as FastifyRequest, reply as FastifyReply, new RequestProblem('ROUTE_NOT_FOUND'));
    },
  });

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    logRequest(log, service.traffic, request, reply);
    reply.headers(securityHeaders(request.routeOptions?.config?.access));
  }

  // No body is parsed before its handler asks for it: bytes of a file go to the spool and nowhere else.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new RequestProblem('BODY_INVALID', { detail: NO_HOST });
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, problemOf(error, request, log)));
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.raw.url ?? '');
    if (methods.length === 0) throw new RequestProblem('ROUTE_NOT_FOUND');
    return refuse(request, reply, new RequestProblem('METHOD_NOT_ALLOWED', { headers: { allow: methods.join(', ') } }));
  });
  for (const [name, operation] of OPERATION_LIST) addRoute(app, service, log, operation, HANDLERS[name]);
  for (const name of settings.compat) {
    const { handler, ...route } = COMPAT_ROUTES[name] as CompatRoute;
    addRoute(app, service, log, { ...route, access: 'key' }, handler);
  }
  return {
    async listen(host, port) {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    async close(graceMs) {
      closing = true;
      const closed = app.close();
      // One that is busy now may have nothing more to do the next time.
      const looking = setInterval(() => connections.closeUnused(), LOOK_AGAIN_MS);
      const late = setTimeout(() => connections.closeAll(), graceMs);
      await closed;
      clearInterval(looking);
      clearTimeout(late);
    },
  };
}

interface Route extends Pick<Operation, 'path' | 'access'> {
  readonly method: Operation['method'] | CompatRoute['method'];
}

function addRoute(app: FastifyInstance, service: Service, log: Log, route: Route, handler: Handler): void {
  const { access, method, path } = route;
  app.route({
    method,
    url: routePath(path),
    config: { access, path },
    handler: async (request, reply) => {
      let caller = null;
      if (access !== 'open') {
        if (!service.keys.required) noteConsumer(request, null);
        caller = await authorize(service.keys, access, request.headers, request.socket.remoteAddress ?? '');
        noteConsumer(request, caller.consumer);
        service.rateLimit.count(caller.consumer ?? '');
      }
      return handler({ service, log, request, reply, caller });
    },
  });
}

const NO_HOST = 'Host 헤더가 없습니다. HTTP/1.1 요청에는 Host 헤더를 넣어 주세요.';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; absent where there is none. */
    readonly access?: Operation['access'];
    /** Its path as the contract writes it. */
    readonly path?: string;
  }
}
