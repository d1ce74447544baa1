import { isIP } from 'node:net';

/**
 * An address that somebody else names, if it lies under one of the origins this installation talks to: an origin such as
 * `https://fcm.googleapis.com`, or with `*.` for any name below. Undefined for everything else. Pure.
 */
export function readListedUrl(text: string, origins: readonly string[]): URL | undefined {
  if (text.length > 1000 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  return origins.some((origin) => isOf(origin, url)) ? url : undefined;
}

function isOf(listed: string, url: URL): boolean {
  if (!listed.includes('//*.')) return url.origin === new URL(listed).origin;
  const [protocol, parent = ''] = listed.split('//*');
  // One name or more before the dot, never a port of its own.
  return url.protocol === protocol && url.port === '' && url.hostname.endsWith(parent) && isIP(url.hostname) === 0;
}
