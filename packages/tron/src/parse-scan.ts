import { parseJson } from '@tern/base/parse-json';
import { parseAddress, type TronAddress } from './address.ts';
import { isLinkAmount } from './payment-link.ts';

export type Scan =
  | {
      readonly kind: 'payment';
      readonly address: TronAddress;
      /** Plain decimal as written in the link; the asset, and with it the decimals, is the person's choice. */
      readonly amount?: string;
      /** Contract address of the token asked for, where the link names one. */
      readonly token?: TronAddress;
      readonly memo?: string;
    }
  | { readonly kind: 'wallet-connect'; readonly uri: string }
  | { readonly kind: 'evm-address' }
  | { readonly kind: 'unknown' };

const explorers = new Set(['tronscan.org', 'www.tronscan.org', 'nile.tronscan.org', 'shasta.tronscan.org']);

/**
 * Reads what a QR code or a pasted text holds: a bare address, a `tron:` payment link, a transfer link of TronLink or
 * of this site, an address page of the Tronscan explorer, or a link of WalletConnect. Spaces around the text do not
 * matter. A link with an amount or a token that cannot be read is `unknown` as a whole, because paying without it would
 * be a guess. A note is cut to 200 characters. It never throws.
 *
 * @param options `ownOrigin` is the origin of this site, for example `https://wallet.example`; without it the site's
 *   own links are `unknown`.
 * @example
 * parseScan(`tron:${alice}?amount=1.5`); // → { kind: 'payment', address: alice, amount: '1.5' }
 * parseScan(`tron:${alice}?amount=1,5`); // → { kind: 'unknown' }
 * parseScan('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'); // → { kind: 'evm-address' }
 * const options = { ownOrigin: 'https://wallet.example' };
 * parseScan(`https://wallet.example/send?to=${bob}`, options); // → { kind: 'payment', address: bob }
 */
export function parseScan(text: string, options: { readonly ownOrigin?: string } = {}): Scan {
  const trimmed = text.trim();
  if (isConnectLink(trimmed)) return { kind: 'wallet-connect', uri: trimmed };
  if (/^(ethereum:)?0x[0-9a-f]{40}\b/i.test(trimmed)) return { kind: 'evm-address' };
  const bare = parseAddress(trimmed);
  if ('address' in bare) return { kind: 'payment', address: bare.address };
  const link = /^tron:([1-9A-HJ-NP-Za-km-z]{34})(?:\?(.*))?$/i.exec(trimmed);
  if (link?.[1] !== undefined) return payment(link[1], new URLSearchParams(link[2] ?? ''));
  return URL.canParse(trimmed) ? parseUrl(new URL(trimmed), options.ownOrigin) : { kind: 'unknown' };
}

/** Some phones put `//` behind the scheme. */
function isConnectLink(text: string): boolean {
  return /^wc:(?:\/\/)?[0-9a-z-]{1,128}@[12]\?/i.test(text);
}

function parseUrl(url: URL, ownOrigin: string | undefined): Scan {
  if (url.protocol === 'tronlinkoutside:') return parseTronLink(url.searchParams.get('param') ?? '');
  if (ownOrigin !== undefined && url.origin === ownOrigin) {
    const uri = url.searchParams.get('uri') ?? '';
    if (isConnectLink(uri)) return { kind: 'wallet-connect', uri };
    const address = url.searchParams.get('address') ?? url.searchParams.get('to');
    return address === null ? { kind: 'unknown' } : payment(address, url.searchParams);
  }
  if (url.protocol === 'https:' && explorers.has(url.hostname)) {
    const named = /\/address\/(T[1-9A-HJ-NP-Za-km-z]{33})(?:\/|$)/.exec(url.pathname + url.hash);
    if (named?.[1] !== undefined) return payment(named[1], new URLSearchParams());
  }
  return { kind: 'unknown' };
}

function parseTronLink(json: string): Scan {
  const param = parseJson(json);
  if (typeof param !== 'object' || param === null) return { kind: 'unknown' };
  const { action, to, amount, contract, tokenId, memo } = param as Record<string, unknown>;
  // A TRC-10 id other than TRX's own "0" names a token this wallet does not hold.
  if (action !== 'transfer' || typeof to !== 'string' || !(tokenId === undefined || tokenId === '0' || tokenId === 0)) {
    return { kind: 'unknown' };
  }
  const query = new URLSearchParams();
  if (typeof amount === 'string' || typeof amount === 'number') query.set('amount', String(amount));
  if (typeof contract === 'string') query.set('token', contract);
  if (typeof memo === 'string') query.set('memo', memo);
  return payment(to, query);
}

function payment(to: string, query: URLSearchParams): Scan {
  const parsed = parseAddress(to);
  if ('fault' in parsed) return { kind: 'unknown' };
  const amount = query.get('amount');
  const token = query.get('token');
  const memo = query.get('memo');
  const parsedToken = token === null ? undefined : parseAddress(token);
  // A link that asks for something we cannot read is not a link without it: paying another asset would be our guess.
  if (parsedToken !== undefined && 'fault' in parsedToken) return { kind: 'unknown' };
  if (amount !== null && !isLinkAmount(amount)) return { kind: 'unknown' };
  return {
    kind: 'payment',
    address: parsed.address,
    ...(amount === null ? {} : { amount }),
    ...(parsedToken === undefined ? {} : { token: parsedToken.address }),
    ...(memo === null || memo === '' ? {} : { memo: memo.slice(0, 200) }),
  };
}
