import { formatAmount } from '@tern/money/format-amount';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';

/**
 * Writes a link that asks for a payment, `tron:<address>?amount=<decimal>`, the form other wallets read. That form has
 * no place for a token, so whoever scans it is asked which asset is meant; `token`, a contract's address, is an
 * addition of ours that others ignore. `parseScan` reads it back.
 *
 * @param request `amount` is base units with the decimals of their asset.
 * @example
 * formatPaymentLink({ address: alice }); // → `tron:${alice}`
 * formatPaymentLink({ address: alice, amount: { units: units(1_500_000n), decimals: 6 }, token: usdt });
 * // → `tron:${alice}?amount=1.5&token=${usdt}`
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
