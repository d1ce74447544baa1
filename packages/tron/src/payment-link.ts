import { formatAmount } from '@tern/money/format-amount';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';

/**
 * `tron:<address>?amount=<decimal>`, the form other wallets read. It has no place for a token, so whoever scans it is
 * asked which asset is meant; `token` (a contract address) is an addition of ours that others ignore.
 */
export function formatPaymentLink(request: {
  readonly address: TronAddress;
  readonly amount?: { readonly units: Units; readonly decimals: number };
  readonly token?: TronAddress;
}): string {
  const query = new URLSearchParams();
  if (request.amount !== undefined) query.set('amount', formatAmount(request.amount.units, request.amount.decimals));
  if (request.token !== undefined) query.set('token', request.token);
  const text = query.toString();
  return text === '' ? `tron:${request.address}` : `tron:${request.address}?${text}`;
}

/** True for a plain decimal that some asset of at most 18 decimals could carry. */
export function isLinkAmount(text: string): boolean {
  return 'units' in parseAmount(text, 18);
}
