import { problem } from '@tern/contracts/problem';
import type { FastifyRequest } from 'fastify';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site makes a browser send: on anything that changes state, Origin and Sec-Fetch-Site
 * have to name the configured address, and nothing else, where they are present. Programs without a browser send neither and hold no cookies to steal.
 * Throws `ORIGIN_REFUSED`.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeignSite || (origin !== undefined && origin !== new URL(publicUrl).origin)) throw problem('ORIGIN_REFUSED');
}
