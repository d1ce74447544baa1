import { assert } from '@tern/base/assert';
import { zero, type Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { referenceTo } from './reference-block.ts';
import type { RawTransaction, TransactionFrame } from './transaction.ts';

/** A TRX transfer of 1 to 2^63 − 1 sun. The chain refuses zero and a transfer to oneself; so does this. */
export function buildTransfer(
  input: TransactionFrame & { readonly owner: TronAddress; readonly to: TronAddress; readonly amountSun: Units },
): RawTransaction {
  const { owner, to, amountSun, refBlock, expirationMs, timestampMs, memo, permissionId } = input;
  assert(amountSun > 0n && amountSun < 2n ** 63n, `not an amount of sun: ${amountSun}`);
  assert(owner !== to, 'a transfer to oneself');
  return {
    transfer: { kind: 'trx', owner, to, amountSun },
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun: zero,
    ...(memo === undefined || memo === '' ? {} : { memo }),
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
