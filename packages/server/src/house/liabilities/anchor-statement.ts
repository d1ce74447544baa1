import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { findHotShortage } from '../../chain/orders/public.ts';
import { hotOutflows, insertOrder, readHouseMoney } from '../treasury/public.ts';
import { findUnanchored } from './anchor-store.ts';

/** What the transaction burns at most: the fee of its note (1 TRX today), bandwidth, and room for both to rise. */
const costMaxSun = units(5_000_000n);

/**
 * Orders that the hash of the newest statement be written into the chain, once. The house pays for it with TRX of its own: where
 * it has none left, the statement waits. An older statement is not anchored any more: the newest names it. Returns how
 * many orders it made.
 */
export async function anchorStatement({ db }: { readonly db: Database }): Promise<number> {
  return await transact(db, anchorNewest);
}

async function anchorNewest(tx: DbTx): Promise<number> {
  const statement = await findUnanchored(tx);
  if (statement === undefined) return 0;
  const { own, custody } = await readHouseMoney(tx, 'trx');
  if (own - custody.energy < costMaxSun) return 0;
  const content = { kind: 'anchor', assetId: 'trx', amount: units(1n), statement } as const;
  // Nothing is taken from what is promised to people.
  if ((await findHotShortage(tx, hotOutflows, { ...content, costSun: costMaxSun })) !== undefined) return 0;
  return (await insertOrder(tx, { content, costMaxSun })) === undefined ? 0 : 1;
}
