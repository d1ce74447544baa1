import type { TronAddress } from './address.ts';
import type { AnyTransaction } from './transaction.ts';

/**
 * Gives the account that a transaction is about: it pays the fees, and its permissions say whose keys have to sign.
 *
 * @example
 * ownerOf(buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...frame })); // → alice
 * ownerOf(buildStaking({ staking: { kind: 'withdraw-unstaked', owner: bob }, ...frame })); // → bob
 */
export function ownerOf(transaction: AnyTransaction): TronAddress {
  if ('transfer' in transaction) return transaction.transfer.owner;
  return 'staking' in transaction ? transaction.staking.owner : transaction.permission.owner;
}
