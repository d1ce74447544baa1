import { problem } from '@tern/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const timeoutMs = 5_000;

/** Shows the development inbox under `/dev/inbox`. Only reads; never registered outside the development profile. */
export function registerInboxProxy(app: FastifyInstance, inboxUrl: string): void {
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.slice('/dev/inbox'.length);
    const answer = await fetch(`${inboxUrl}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw problem('UNAVAILABLE');
    });
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  };
  // The server takes both spellings for one route; the page's own links need the slash.
  app.get('/dev/inbox', async (request, reply) =>
    /^\/dev\/inbox(?:\?|$)/.test(request.url) ? reply.redirect('/dev/inbox/', 308) : show(request, reply),
  );
  app.get('/dev/inbox/*', show);
}
