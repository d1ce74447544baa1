import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readBody } from '../read-body.ts';
import type { PageDesk } from './page-desk.ts';
import { pageCalls } from './read-page-call.ts';
import { sayFault } from './say-fault.ts';

export type ServedPage = {
  /** The only address that opens the page. What follows `#` never leaves the browser by itself. */
  readonly link: string;
  readonly close: () => Promise<void>;
};

/** The header in which the page shows that it was opened with the link. */
const tokenHeader = 'x-page-token';
const bodyBytesMax = 64 * 1_024;

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/describe.js': ['describe.js', 'text/javascript; charset=utf-8'],
};

const headers = {
  'cache-control': 'no-store',
  // Nothing from elsewhere is loaded, nothing is sent elsewhere, and no other page can frame this one.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The page's own address: browsers offer security keys to `localhost` without a certificate. */
export function pageOrigin(port: number): string {
  return `http://localhost:${port}`;
}

/**
 * Serves the page to this machine alone, for as long as the command runs. Both loopback addresses are taken, so that nobody
 * else can answer for `localhost` at this port. @throws Error where one is taken
 */
export async function servePage(desk: PageDesk, port: number): Promise<ServedPage> {
  const token = randomBytes(32).toString('base64url');
  const origin = pageOrigin(port);
  const listen = (host: string): Promise<Server> =>
    new Promise((done, fail) => {
      const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
        void answer({ desk, origin, token }, request, response);
      });
      server.once('error', fail);
      server.listen({ host, port, exclusive: true }, () => done(server));
    });
  const first = await listen('127.0.0.1');
  // A machine without IPv6 has nobody else at that address either.
  const second = await listen('::1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined;
    first.close();
    throw error;
  });
  return {
    link: `${origin}/#${token}`,
    close: async () => {
      for (const server of [first, second]) {
        server?.closeAllConnections();
        await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)));
      }
    },
  };
}

type Surroundings = { readonly desk: PageDesk; readonly origin: string; readonly token: string };

async function answer(around: Surroundings, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, text: string): void => {
    response.writeHead(status, { ...headers, 'content-type': type }).end(text);
  };
  const sendJson = (status: number, value: unknown): void => send(status, 'application/json', JSON.stringify(value));
  try {
    // Another name for this address would be another page's (DNS rebinding).
    if (`http://${request.headers.host}` !== around.origin)
      return sendJson(421, { error: 'Open the link as it was shown.' });
    const path = request.url ?? '';
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file !== undefined && request.method === 'GET') return send(200, file[1], readAsset(file[0]));
    const name = path.replace(/^\/call\//, '');
    const call = path.startsWith('/call/') && Object.hasOwn(pageCalls, name) ? pageCalls[name] : undefined;
    if (call === undefined || request.method !== 'POST') return sendJson(404, { error: 'This does not exist.' });
    if (request.headers.origin !== around.origin || !isToken(request, around.token))
      return sendJson(403, { error: 'Open the link that the command shows.' });
    sendJson(200, await call(around.desk, JSON.parse(await readBody(request, bodyBytesMax))));
  } catch (error) {
    sendJson(422, { error: sayFault(error) });
  }
}

function isToken(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(String(request.headers[tokenHeader]));
  return given.length === token.length && timingSafeEqual(given, Buffer.from(token));
}

function readAsset(name: string): string {
  return readFileSync(new URL(`../../page/${name}`, import.meta.url), 'utf8');
}
