import type { DbReader } from '@tern/db/database';
import { listSignedTransactions } from '../../money/payouts/public.ts';
import { listSignedTreasuryTransactions, type SignedTreasuryTransaction } from '../treasury/public.ts';
import { spotName } from './spot-name.ts';

/** A transaction of ours that is not concluded, and everything it can move or burn, by `spotName`. */
export type OpenTransaction = { readonly txId: string; readonly spots: readonly string[] };

/** Transactions that may be in a block already which the books do not know yet. */
export async function listOpenTransactions(db: DbReader): Promise<readonly OpenTransaction[]> {
  const payouts = await listSignedTransactions(db);
  const orders = await listSignedTreasuryTransactions(db);
  return [
    ...payouts.map(({ txId, assetId }) => ({ txId, spots: [spotName('hot', assetId), spotName('hot', 'trx')] })),
    ...orders.map((order) => ({ txId: order.txId, spots: spotsOf(order) })),
  ];
}

/** Rather one too many: what is named here is only compared a little later. */
function spotsOf({ kind, assetId, address, account }: SignedTreasuryTransaction): readonly string[] {
  const onAddress =
    address === null ? [] : [spotName(`deposit ${address}`, assetId), spotName(`deposit ${address}`, 'trx')];
  const hot = [spotName('hot', assetId), spotName('hot', 'trx')];
  const fee = spotName('energy', 'trx');
  switch (kind) {
    case 'sweep':
      return [...onAddress, ...hot];
    case 'fund':
    case 'anchor':
      return [...hot, fee];
    case 'cold':
      return [...hot, spotName('cold', assetId)];
    case 'return':
      return hot;
    case 'restrict':
      return account === 'hot' ? hot : [fee];
    case 'top-up':
    case 'delegate':
    case 'undelegate':
    case 'stake':
    case 'unstake':
    case 'withdraw-unstaked':
      return [...onAddress, fee];
  }
}
