import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { pagePolicy } from '../../services/api/src/content-security.ts';

// One app from its sources, for `npm run dev`: Vite answers on the port people open and hands requests of the API on. Cookies,
// passkeys and the check of origins are those of an installation, since the address is the same.
const root = new URL('../..', import.meta.url).pathname;

const { PAGES_URL: url = '', PAGES_PORT: port = '', PAGES_HOST: host = '' } = process.env;

/** The policy of the built pages, with what Vite needs: scripts and styles it writes into the page, and its own connection. */
function developmentPolicy(): string {
  return pagePolicy('')
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${new URL(url).origin.replace(/^http/, 'ws')}`);
}

const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll()) void page.navigate(page.url);
})()));
`;

/** A service worker that `npm start` left in this browser would go on showing what was built: it is replaced by one that goes. */
function leaveServiceWorker(): Plugin {
  return {
    name: 'leave-service-worker',
    configureServer: (server) => {
      server.middlewares.use('/service-worker.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-store').end(farewell);
      });
    },
  };
}

const server = await createServer({
  // So that the watcher hears of every file the settings read, the contract among them.
  configLoader: 'native',
  clearScreen: false,
  plugins: [leaveServiceWorker()],
  server: {
    port: Number(port),
    host,
    strictPort: true,
    allowedHosts: [new URL(url).hostname],
    // Nobody else's pages may read answers of the API, as in an installation.
    cors: false,
    headers: { 'content-security-policy': developmentPolicy(), 'cache-control': 'no-store' },
    // Never the data of the installation, which lies in the same folder.
    fs: { allow: [join(root, 'apps'), join(root, 'packages'), join(root, 'node_modules')] },
  },
});
await server.listen();
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().finally(() => process.exit(0)));
