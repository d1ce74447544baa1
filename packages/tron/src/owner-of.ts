import type { TronAddress } from './address.ts';
import type { AnyTransaction } from './transaction.ts';

/** Whose account a transaction is about, and whose key has to sign it. */
export function ownerOf(transaction: AnyTransaction): TronAddress {
  if ('transfer' in transaction) return transaction.transfer.owner;
  return 'staking' in transaction ? transaction.staking.owner : transaction.permission.owner;
}
