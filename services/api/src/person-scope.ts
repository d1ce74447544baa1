import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '@tern/server/platform/api-context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkOrigin } from './check-origin.ts';
import { sandboxPolicy } from './content-security.ts';
import { requestContext } from './request-context.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Lets only signed-in people into the routes of a scope, and only those who accepted the agreements send anything in, before
 * any body is read: nobody sends ten megabytes to be told that they are not signed in. Returns who it is.
 */
export function guardPersonScope(
  scope: FastifyInstance,
  options: ServerOptions,
): (request: FastifyRequest) => ApiSession {
  const sessions = new WeakMap<FastifyRequest, ApiSession>();
  scope.addHook('onRequest', async (request, reply) => {
    checkOrigin(request, options.publicUrl);
    const { session } = await requestContext(request, reply, options);
    if (session === null) throw problem('LOGIN_EXPIRED');
    if (request.method !== 'GET') await options.requireAgreements(session.personId);
    sessions.set(request, session);
  });
  return (request) => {
    const session = sessions.get(request);
    if (session === undefined) throw problem('LOGIN_EXPIRED');
    return session;
  };
}

/** Kept nowhere on the way, and nothing a browser runs. */
export function withPrivateHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-security-policy', sandboxPolicy);
}

/** A picture as an attachment of this site alone. */
export function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return withPrivateHeaders(reply)
    .type('image/webp')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', 'attachment; filename="picture.webp"')
    .send(picture);
}
