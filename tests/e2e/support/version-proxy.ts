import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { installation, walletUrl } from '../installation.ts';

export type VersionProxy = {
  readonly url: string;
  /** From now on the server is a newer version: it names another build, and has another service worker. */
  readonly newVersion: () => void;
  readonly close: () => Promise<void>;
};

/**
 * The wallet under another address, where it can become a newer version. From then on no file of the app is there until the
 * newer version has handed out its page or its service worker: they stand for files of the version before, which have other names
 * in the next. Those that match `gone` are missing in the version before as well.
 */
export async function serveThroughProxy({ gone }: { readonly gone?: RegExp } = {}): Promise<VersionProxy> {
  let isNewer = false;
  let isTaken = false;
  const server = createServer((incoming, outgoing) => {
    // Whole answers only: a part, or none because nothing has changed, could not be made a newer one.
    const { 'if-none-match': _known, 'if-modified-since': _since, ...asking } = incoming.headers;
    const headers = { ...asking, host: new URL(walletUrl).host, 'accept-encoding': 'identity' };
    const { method, url: path = '' } = incoming;
    if (!isTaken && (gone?.test(path) === true || (isNewer && path.startsWith('/assets/')))) {
      outgoing.writeHead(404).end();
      return;
    }
    if (isNewer && (path === '/' || path === '/service-worker.js' || path.startsWith('/pages/'))) isTaken = true;
    const asked = httpRequest({ port: Number(installation.WEB_PORT), method, path, headers }, (answer) => {
      const { 'content-length': _length, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      if (isNewer && path === '/api/installation') {
        void answer.toArray().then((chunks) => {
          const told = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as object;
          outgoing.end(JSON.stringify({ ...told, build: 'index-newer' }));
        });
        return;
      }
      answer.on('end', () => outgoing.end(isNewer && path === '/service-worker.js' ? '// newer\n' : ''));
      answer.pipe(outgoing, { end: false });
    });
    incoming.pipe(asked);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    newVersion: () => {
      isNewer = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
