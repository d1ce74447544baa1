import { assert } from '@tern/base/assert';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { referenceTo } from './reference-block.ts';
import type { RawTransaction, TransactionFrame } from './transaction.ts';

/** A TRC-20 transfer of at least one unit, with the most sun it may burn for energy. */
export function buildTokenTransfer(
  input: TransactionFrame & {
    readonly owner: TronAddress;
    readonly contract: TronAddress;
    readonly to: TronAddress;
    readonly amount: Units;
    readonly feeLimitSun: Units;
  },
): RawTransaction {
  const { owner, contract, to, amount, feeLimitSun, refBlock, expirationMs, timestampMs, memo, permissionId } = input;
  assert(amount > 0n, 'a token transfer of nothing');
  assert(feeLimitSun < 2n ** 63n, `not a fee limit: ${feeLimitSun}`);
  assert(owner !== to, 'a transfer to oneself');
  return {
    transfer: { kind: 'trc20', owner, contract, to, amount },
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun,
    ...(memo === undefined || memo === '' ? {} : { memo }),
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
