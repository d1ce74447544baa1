import { toWire } from '@tern/base/to-wire';
import type { PaymentFault } from '@tern/contracts/routes/wallet-connections';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { decodeRawTransaction } from '@tern/tron/decode-raw-transaction';
import type { RawTransaction } from '@tern/tron/transaction';
import type { RequestDeps } from './deps.ts';

type Payment = { readonly assetId: AssetId; readonly to: string; readonly amount: string };
type Read =
  | { readonly payment: Payment; readonly paymentFault: null }
  | { readonly payment: null; readonly paymentFault: PaymentFault };

/**
 * Reads a transaction that a site asks for as a payment that the person could make by an ordinary transfer: TRX or a listed
 * token, from their own address to another one. The transaction itself is never signed. Whatever would be lost on the way, such
 * as a memo, makes it no payment. It never throws.
 *
 * @example
 * readPayment(rawData, { address, contracts }); // → { payment: { assetId: 'trx', to: 'T…', amount: '5000000' }, paymentFault: null }
 */
export function readPayment(
  rawData: string,
  { address, contracts }: Pick<RequestDeps, 'contracts'> & { readonly address: TronAddress },
): Read {
  const transaction = decode(rawData);
  // Another permission is of no owner of this address.
  if (transaction === undefined || transaction.permissionId !== undefined) return no('not-a-payment');
  const { transfer, memo } = transaction;
  if (transfer.owner !== address) return no('other-payer');
  if (memo !== undefined) return no('memo');
  const assetId = transfer.kind === 'trx' ? 'trx' : findAsset(contracts, transfer.contract);
  if (assetId === undefined) return no('unlisted-token');
  const amount: Units = transfer.kind === 'trx' ? transfer.amountSun : transfer.amount;
  if (amount <= 0n || transfer.to === address) return no('not-a-payment');
  return toWire({ payment: { assetId, to: transfer.to, amount }, paymentFault: null });
}

function decode(rawData: string): RawTransaction | undefined {
  try {
    return decodeRawTransaction(Buffer.from(rawData, 'hex'));
  } catch {
    // Whatever is not exactly understood is no payment: not only what the codec names, because a site wrote it.
    return undefined;
  }
}

function findAsset(contracts: RequestDeps['contracts'], contract: TronAddress): AssetId | undefined {
  return (['usdt', 'reward'] as const).find((assetId) => contracts[assetId] === contract);
}

function no(paymentFault: PaymentFault): Read {
  return { payment: null, paymentFault };
}
