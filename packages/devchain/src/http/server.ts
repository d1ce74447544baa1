import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerRequest, type AnswerDeps } from './answer-request.ts';

/** Clients keep connections; Node's own five seconds cut them off in the middle of a pause. */
const keepAliveMs = 65_000;

/** The node's HTTP server, not yet listening. */
export function createHttpServer(deps: AnswerDeps): Server {
  const server = createServer((request, response) => {
    void serve(deps, request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

async function serve(deps: AnswerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  const reply = await answerRequest(deps, { method, target, headers, body: request });
  if ('lost' in reply) {
    if (reply.lost === 'break') request.socket.destroy();
    return;
  }
  const { status, type, body, cut } = reply;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...deps.access.corsFor(headers), 'content-type': type, 'content-length': bytes.length });
  if (cut !== true) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
}
