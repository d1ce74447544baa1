import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../content-security.ts';

const yearSeconds = 31_536_000;

/** Serves the built console under `/console`: hashed files for ever, its one page for every other path, never cached. */
export async function registerConsoleFiles(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html');
  app.get('/', (_, reply) => reply.redirect('/console'));
  if (!existsSync(indexFile)) {
    app.get('/console', (_, reply) =>
      reply.status(503).type('text/plain').send('The console has not been built yet.\n'),
    );
    return;
  }
  const html = readFileSync(indexFile, 'utf8');
  const policy = pagePolicy(html);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    index: false,
    preCompressed: true,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`);
      reply.header('content-security-policy', policy);
    },
  });
  for (const url of ['/console', '/console/*']) {
    app.get(url, (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy)
        .header('cross-origin-opener-policy', 'same-origin')
        .send(html),
    );
  }
}
