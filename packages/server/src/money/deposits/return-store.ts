import type { DepositId, TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import type { InflowKey } from './deposit.ts';

/** What names an arrival on chain, and who it came from. Asserts nothing about whether it is still in suspense. */
export async function findArrival(
  db: DbReader,
  depositId: DepositId,
): Promise<(InflowKey & { readonly from: TronAddress }) | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select(['tx_id', 'kind', 'index', 'from_address'])
    .where('id', '=', depositId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        txId: row.tx_id,
        kind: row.kind as InflowKey['kind'],
        index: row.index,
        from: row.from_address as TronAddress,
      };
}

/** The deposit in suspense that an arrival was booked as. */
export async function findDepositOf(db: DbReader, { txId, kind, index }: InflowKey): Promise<DepositId | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where('tx_id', '=', txId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .where('destination', '=', 'suspense')
    .executeTakeFirst();
  return row?.id;
}

/** How many different people's wallets an address has paid to. */
export async function countPeoplePaidBy(db: DbReader, from: TronAddress): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    SELECT count(DISTINCT w.person_id)::int AS people FROM deposits d JOIN wallets w ON w.id = d.wallet_id
     WHERE d.from_address = ${from}`.execute(db);
  return rows[0]?.people ?? 0;
}

export async function insertSuspenseReturn(
  tx: DbTx,
  {
    orderId,
    depositId,
    to,
  }: { readonly orderId: TreasuryOrderId; readonly depositId: DepositId; readonly to: TronAddress },
): Promise<void> {
  await tx
    .insertInto('suspense_returns')
    .values({ order_id: orderId, deposit_id: depositId, to_address: to })
    .execute();
}

/** Ends a return for ever. Undefined where it has ended before, or is none. */
export async function endSuspenseReturn(
  tx: DbTx,
  { orderId, outcome }: { readonly orderId: TreasuryOrderId; readonly outcome: 'returned' | 'not-returned' },
): Promise<DepositId | undefined> {
  const row = await tx
    .updateTable('suspense_returns')
    .set({ outcome, ended_at: sql<Date>`clock_timestamp()` })
    .where('order_id', '=', orderId)
    .where('outcome', 'is', null)
    .returning('deposit_id')
    .executeTakeFirst();
  return row?.deposit_id;
}

/** Whether deposit `d` is on its way back to where it came from, by itself or as part of a surplus. */
export const isGoingBack = sql<boolean>`(
  EXISTS (SELECT FROM suspense_returns b WHERE b.deposit_id = d.id AND b.outcome IS NULL)
  OR EXISTS (
    SELECT FROM surplus_explanations x JOIN deposit_surpluses s ON s.id = x.surplus_id AND s.state = 'returning'
     WHERE (x.tx_id, x.kind, x.index) = (d.tx_id, d.kind, d.index) AND x.via = 'return'))`;
