import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { decoderPolicy, nodePolicy, pagePolicy } from './content-security.ts';
import { openPagePreloads } from './page-preloads.ts';
import { webManifest } from './web-manifest.ts';

const yearSeconds = 31_536_000;
/** The build names a worker after its source; a worker runs under its own answer's policy, not the page's. */
const workerPolicies = [
  [/\/assets\/decode-worker-[\w-]+\.js(?:\.br|\.gz)?$/, decoderPolicy],
  [/\/assets\/node-worker-[\w-]+\.js(?:\.br|\.gz)?$/, nodePolicy],
] as const;

/**
 * Serves the built wallet from `folder`: hashed files for ever, the page itself never from a cache, compressed copies
 * where the build made them. Every page route answers with the one page, which finds its own way; the manifest carries
 * the product's name. With the page go the names of scripts it will ask for.
 */
export async function registerWebFiles(app: FastifyInstance, folder: string, productName: string): Promise<void> {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) {
    app.get('/', (_, reply) => reply.status(503).type('text/plain').send('The wallet has not been built yet.\n'));
    return;
  }
  const html = readFileSync(indexFile, 'utf8');
  const policy = pagePolicy(html);
  const preloadsFor = openPagePreloads(folder, html);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      const own = workerPolicies.find(([name]) => name.test(path));
      reply.header('content-security-policy', own?.[1] ?? policy);
    },
  });
  const manifest = JSON.stringify(webManifest(productName));
  app.get('/manifest.webmanifest', (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );
  // Where sites lead to with a link of WalletConnect, as their protocol has it: the page finds who opened it by the browser's word.
  app.get('/wc', ({ url }, reply) =>
    reply.header('cache-control', 'no-store').redirect(`/pages/my/connect${queryOf(url)}`),
  );
  for (const url of ['/', '/index.html', '/check', '/pages/*']) {
    app.get(url, (request, reply) => {
      const preloads = preloadsFor(request);
      if (preloads !== undefined) reply.header('link', preloads);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .send(html);
    });
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
