import { assert } from '@tern/base/assert';
import { zero } from '@tern/money/units';
import { referenceTo } from './reference-block.ts';
import type { Staking, StakingTransaction, TransactionFrame } from './transaction.ts';

/**
 * Builds the transaction of one step of Stake 2.0: staking TRX for energy or bandwidth, unstaking, delegating the resource
 * of a stake to another account and taking it back, and withdrawing what was unstaked. Amounts are the sun of the
 * stake, not the resource it gives (https://developers.tron.network/docs/staking-on-tron-network).
 *
 * @throws AssertionFault where the amount is not 1 to 2^63 − 1 sun, a resource is delegated to the account itself, or the
 *   reference block's id does not carry its number. The chain also refuses to stake and to delegate less than 1 TRX, which
 *   is not checked here.
 * @example
 * const staking = { kind: 'stake', owner: alice, resource: 'energy', amountSun: units(100_000_000n) };
 * buildStaking({ staking, ...frame }).staking; // → staking
 * buildStaking({ staking: { ...staking, kind: 'delegate', to: alice }, ...frame });
 * // throws AssertionFault('a delegation to oneself')
 */
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
