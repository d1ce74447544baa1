import { assert } from '@tern/base/assert';
import { zero } from '@tern/money/units';
import { referenceTo } from './reference-block.ts';
import type { Staking, StakingTransaction, TransactionFrame } from './transaction.ts';

/** One step of Stake 2.0 over 1 to 2^63 − 1 sun. The chain lends resources to others only; so does this. */
export function buildStaking({
  staking,
  refBlock,
  expirationMs,
  timestampMs,
  permissionId,
}: Omit<TransactionFrame, 'memo'> & { readonly staking: Staking }): StakingTransaction {
  if ('amountSun' in staking) {
    assert(staking.amountSun > 0n && staking.amountSun < 2n ** 63n, `not an amount of sun: ${staking.amountSun}`);
  }
  if ('to' in staking) assert(staking.owner !== staking.to, 'a delegation to oneself');
  return {
    staking,
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun: zero,
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
