import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import type { RequestMeasure } from '@tern/server/house/metrics/public';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { registerFailures } from './api-routes.ts';
import { loggedPath } from './logged-path.ts';
import { answerClientError, checkForm, checkScheme, refuseUnreadable } from './malformed-requests.ts';
import { problemCodeOf } from './problem-code.ts';
import type { FaultReporter } from './problem-responses.ts';
import { callerIp } from './request-context.ts';
import { retryAfterOf } from './retry-after.ts';
import { securityHeaders } from './security-headers.ts';

export type AppOptions = {
  readonly log: FastifyBaseLogger;
  readonly trustedProxyHops: number;
  /** Whether people reach us over https only. */
  readonly secure: boolean;
  readonly onFault: FaultReporter;
  readonly measure: RequestMeasure;
  /** Aborts when the process is told to stop: from then on no connection is kept for a further request. */
  readonly stopping?: AbortSignal | undefined;
};

const bodyMaxBytes = 64 * 1024;
/** From its first byte to its last, a picture included. */
const requestMs = 30_000;

/** What every HTTP side of the product has in common: limits, headers, request ids, the log, and how it fails. */
export async function openApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMaxBytes,
    genReqId: () => randomUUID(),
    // The last hops are ours; what came before them anybody may have written.
    trustProxy: (_, hop) => hop < options.trustedProxyHops,
    requestTimeout: requestMs,
    // What still comes on a connection that was open before is answered like any other request.
    return503OnClosing: false,
    // Looked after each second: who sends a byte at a time is gone when the time is over. Where heads had more time than
    // whole requests, Node would take the one for the other.
    http: { headersTimeout: requestMs, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.secure),
    frameworkErrors: refuseUnreadable(options.secure),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  // Only JSON is read: a form or plain text from another site never reaches a procedure.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(securityHeaders);
  });
  const refusals = rememberRefusals(app);
  app.addHook('onSend', async (_request, reply, body) => {
    if (options.stopping?.aborted === true) reply.header('connection', 'close');
    const retryAfter = retryAfterOf({ status: reply.statusCode, body });
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return body;
  });
  app.addHook('onResponse', async (request, reply) => {
    options.measure.answered({
      status: reply.statusCode,
      ms: reply.elapsedTime,
      streamed: String(reply.getHeader('content-type')).startsWith('text/event-stream'),
    });
    options.log.info(
      {
        requestId: request.id,
        ip: callerIp(request),
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        refused: refusals.get(request),
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  registerFailures(app, options.onFault);
  await app.register(fastifyCookie);
  await app.register(fastifyHelmet, {
    // Each kind of answer sets its own policy.
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin' },
    hsts: options.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  // Behind the hook that sets the headers, so that a refusal has them too.
  app.addHook('onRequest', async (request) => {
    checkForm(request.raw);
    if (options.secure && options.trustedProxyHops > 0) checkScheme(request.raw);
  });
  app.server.on('connect', (_request, socket) =>
    answerClientError(new Error('this is no proxy'), socket, options.secure),
  );
  return app;
}

/** The code with which each request was refused, for the log, whichever route it was. */
function rememberRefusals(app: FastifyInstance): WeakMap<FastifyRequest, string> {
  const refusals = new WeakMap<FastifyRequest, string>();
  app.addHook('onSend', async (request, reply, body) => {
    const code = problemCodeOf({ status: reply.statusCode, body });
    if (code !== undefined) refusals.set(request, code);
    return body;
  });
  return refusals;
}
