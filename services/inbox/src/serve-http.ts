import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageStore } from './message-store.ts';
import { renderPage } from './render-page.ts';

const webhookMessage = z.object({
  to: z.string().max(100),
  text: z.string().max(2000),
  id: z.string().max(100).optional(),
});
const twilioMessage = z.object({ To: z.string().max(100), Body: z.string().max(2000) });
const listQuery = z.object({
  to: z.string().max(320).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

const shownMax = 50;

/** Takes text messages as the two kinds of providers do, and shows everything that was caught. */
export function buildInbox(store: MessageStore, { title }: { readonly title: string }): FastifyInstance {
  const app = fastify({ bodyLimit: 64 * 1024 });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post('/sms', (request, reply) => {
    const read = webhookMessage.safeParse(request.body);
    if (!read.success) return reply.status(400).send({ error: 'to and text are needed' });
    const { to, text, id = randomUUID() } = read.data;
    store.add({ id, channel: 'sms', to, subject: '', text });
    return reply.status(202).send({ id });
  });

  app.post('/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
    const read = twilioMessage.safeParse(request.body);
    if (!read.success) return reply.status(400).send({ code: 21_604, message: 'To and Body are needed', status: 400 });
    const id = randomUUID();
    store.add({ id, channel: 'sms', to: read.data.To, subject: '', text: read.data.Body });
    return reply.status(201).send({ sid: id, status: 'queued' });
  });

  app.get('/messages.json', (request, reply) => {
    const read = listQuery.safeParse(request.query);
    if (!read.success) return reply.status(400).send({ error: 'limit is 1 to 500' });
    return reply.header('cache-control', 'no-store').send({ messages: store.list(read.data) });
  });

  app.get('/', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(renderPage(store.list({ limit: shownMax }), title)),
  );
  return app;
}
