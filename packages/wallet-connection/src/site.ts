import { isIP } from 'node:net';
import { limits } from './limits.ts';
import type { Refused } from './refusal.ts';

/** Who asks, as a person is to see it. The site says all of it itself: nobody has checked it. */
export type Site = {
  /** Host and, unless it is the usual one, port; letters beyond a to z in the form `xn--…`. */
  readonly host: string;
  /** True where the host has letters beyond a to z: some look exactly like others. */
  readonly hasOtherLetters: boolean;
  /** What it calls itself, without invisible characters, at most 60 characters; the host where nothing is left. */
  readonly name: string;
};

/** What no site may look like. */
export type SiteRules = {
  /** Sites on this machine may connect: for development. */
  readonly allowLoopback?: boolean;
  /** Host and port of the house's pages: they connect to nothing, and no other port of these hosts does, but on this machine. */
  readonly ownHosts?: readonly string[];
  /** Whether a name reads like the house or its staff. */
  readonly isHouseName?: (name: string) => boolean;
};

/**
 * Reads what a site says about itself. Its address has to be an `https:` address with a name, and none of the house's; a site
 * on this machine is taken where `allowLoopback` is set. A name that reads like the house is not shown. It never throws.
 *
 * @example
 * readSite({ url: 'https://app.harbour.example/x', name: 'Harbour Market' });
 * // → { host: 'app.harbour.example', hasOtherLetters: false, name: 'Harbour Market' }
 * readSite({ url: 'http://app.harbour.example', name: '' }); // → { refusal: 'bad-site-address' }
 */
export function readSite(
  metadata: { readonly url: string; readonly name: string },
  { allowLoopback = false, ownHosts = [], isHouseName }: SiteRules = {},
): Site | Refused<'bad-site-address'> {
  if (!URL.canParse(metadata.url)) return { refusal: 'bad-site-address' };
  const url = new URL(metadata.url);
  const hostname = url.hostname.replace(/\.+$/, '');
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1';
  const isNamed =
    url.protocol === 'https:' && hostname.includes('.') && isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
  const isClean = url.username === '' && url.password === '' && hostname.length <= 253;
  const isLocal = allowLoopback && isLoopback && /^https?:$/.test(url.protocol);
  if (!isClean || !(isNamed || isLocal)) return { refusal: 'bad-site-address' };
  const host = url.port === '' ? hostname : `${hostname}:${url.port}`;
  if (ownHosts.some((own) => isWithin(isLoopback ? host : hostname, isLoopback ? own : own.replace(/:\d+$/, ''))))
    return { refusal: 'bad-site-address' };
  const name = visible(metadata.name);
  const isShown = name !== '' && isHouseName?.(name) !== true;
  return { host, hasOtherLetters: /(?:^|\.)xn--/.test(hostname), name: isShown ? name : host };
}

function isWithin(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`);
}

/**
 * Without characters that nobody sees or that turn the direction of the text around it, without heaps of marks, which would
 * cover the address above, and cut to length.
 */
function visible(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, ' ')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim();
  return Array.from(plain).slice(0, limits.nameChars).join('').trim();
}
