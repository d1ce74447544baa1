import type { AssetView } from '@tern/contracts/routes/installation';
import { parseAmount, type AmountFault } from '@tern/money/parse-amount';
import { formatPaymentLink, type TronAddress } from '@tern/tron/browser';
import { readAmountInput } from '../../../shared/read-amount-input.ts';

export type PaymentRequest = { link: string } | { fault: AmountFault | 'zero' };

/** The link that asks for `typed` of an asset, or what is wrong with the amount. `address` comes from the server. */
export function readPaymentRequest(address: string, asset: AssetView, typed: string): PaymentRequest {
  const amount = parseAmount(readAmountInput(typed), asset.decimals);
  if ('fault' in amount) return amount;
  if (amount.units === 0n) return { fault: 'zero' };
  const link = formatPaymentLink({
    address: address as TronAddress,
    amount: { units: amount.units, decimals: asset.decimals },
    ...(asset.contract === null ? {} : { token: asset.contract as TronAddress }),
  });
  return { link };
}
