import { problem } from '@tern/contracts/problem';
import { sampleTextMax } from '@tern/contracts/routes/console-activities';
import type { ConsoleContext } from '@tern/server/console/console-context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkOrigin } from '../check-origin.ts';
import { checkText } from '../check-text.ts';
import { apiPolicy } from '../content-security.ts';
import { openHandler } from '../open-handler.ts';
import { callerIp, readToken, readUserAgent } from '../request-context.ts';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';
import type { ConsoleApiOptions } from './console-options.ts';

/** Mounts the operators' contract under `/console/api`. */
export function registerConsoleApi(app: FastifyInstance, options: ConsoleApiOptions): void {
  const handler = openHandler<ConsoleContext>(options.router, {
    report: options.onFault,
    called: options.measure.called,
    checkAccess,
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checkOrigin(request, options.consoleUrl);
    checkText(request);
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
    const context = await consoleContext(request, reply, options);
    const { matched } = await handler.handle(request, reply, { prefix: '/console/api', context });
    if (!matched) throw problem('NOT_FOUND');
    return reply;
  };
  app.route({ method: ['GET', 'POST'], url: '/console/api/*', handler: answer });
  app.route({
    method: 'POST',
    url: '/console/api/activities/sample',
    bodyLimit: sampleTextMax + 1_000,
    // The one large body there is: only for whom it is allowed, and asked before it is read.
    onRequest: async (request, reply) => {
      checkOrigin(request, options.consoleUrl);
      checkAccess('activities.keepSample', await consoleContext(request, reply, options));
    },
    handler: answer,
  });
}

/** What procedures see of an operator's request. Session and role are read from the database each time. */
export async function consoleContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, readSession }: ConsoleApiOptions,
): Promise<ConsoleContext> {
  const name = secure ? '__Host-console' : 'console';
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const token = readToken(request, name);
  const caller = { ip: callerIp(request), userAgent: readUserAgent(request) };
  return {
    requestId: request.id,
    ...caller,
    session: token === null ? null : await readSession(token, caller),
    // Without an age: it ends with the browser at the latest.
    setSessionCookie: (value) => void reply.setCookie(name, value, attributes),
    clearSessionCookie: () => void reply.clearCookie(name, attributes),
  };
}

/** Throws `LOGIN_EXPIRED` and `ROLE_MISSING`. */
export function checkAccess(name: string, { session }: Pick<ConsoleContext, 'session'>): void {
  const access = consoleAccess[name as ConsoleRouteName];
  if (access === 'public') return;
  if (session === null) throw problem('LOGIN_EXPIRED');
  if (!access.includes(session.role)) throw problem('ROLE_MISSING', { role: session.role, needed: [...access] });
}
