import { problem } from '@tern/contracts/problem';
import type { FastifyRequest } from 'fastify';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site makes a browser send: on anything that changes state, Origin and Sec-Fetch-Site
 * have to name this site where they are present. Programs without a browser send neither and hold no cookies to steal.
 * Throws `ORIGIN_REFUSED`.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeignSite || (origin !== undefined && !isOwn(origin, host, publicUrl))) throw problem('ORIGIN_REFUSED');
}

function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  const parsed = URL.parse(origin);
  if (parsed === null) return false;
  return parsed.origin === new URL(publicUrl).origin || parsed.host === host;
}
