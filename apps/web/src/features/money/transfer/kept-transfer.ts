import { oneOf, decimal } from '../../../shared/search-params.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import type { FeeFrom, TransferForm } from './transfer-form.ts';

/**
 * What of the form survives. The amount is a plain decimal: with another language the mark in it changes. Warnings that were
 * read are read again, and a prepared transfer is prepared again.
 */
export type KeptTransfer = Omit<TransferForm, 'keptAddress' | 'acceptedAddress'>;

export const keptOfTransfer: KeptFields<KeptTransfer> = {
  assetId: (raw) => oneOf(['usdt', 'trx', 'reward'], undefined)(readText(raw) ?? null),
  networkId: (raw) => oneOf(['tron'], undefined)(readText(raw) ?? null),
  to: readText,
  pasted: readText,
  amount: (raw) => decimal(readText(raw) ?? null),
  isMax: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  feeFrom: (raw) => oneOf<FeeFrom, undefined>(['balance', 'amount'], undefined)(readText(raw) ?? null),
  memo: readText,
};
