import type { TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, type Units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import type { DepositPlace } from './treasury-order.ts';

/** What of a stake is or will be delegated by orders that are not carried out yet, in sun. */
export async function sumOpenDelegations(db: DbReader): Promise<Units> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(amount), 0)::text AS total FROM treasury_orders
     WHERE kind = 'delegate' AND state IN ('ready', 'signed')`.execute(db);
  return unitsFromWire(rows[0]?.total ?? '0');
}

/** Addresses where a step before a sweep was carried out within `withinMs`: the next one need not wait. */
export async function listPreparedAddresses(
  db: DbReader,
  { withinMs }: { readonly withinMs: number },
): Promise<readonly TronAddress[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT address FROM treasury_orders
     WHERE changed_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})
       AND state = 'done' AND kind IN ('top-up', 'delegate')`.execute(db);
  return rows.map((row) => getAddress(row.address));
}

export type Delegation = { readonly place: DepositPlace; readonly amount: Units };

/**
 * Stakes delegated to deposit addresses that have served: a sweep has ended since, or `serveMs` have passed without one.
 * Addresses with an order under way are left out. Oldest first.
 */
export async function listServedDelegations(
  db: DbReader,
  { serveMs, limit }: { readonly serveMs: number; readonly limit: number },
): Promise<readonly Delegation[]> {
  const { rows } = await sql<{ address: string; address_index: number; delegated: string }>`
    SELECT address, address_index, delegated::text AS delegated FROM (
      SELECT address, address_index, sum(amount) AS delegated, max(ended_at) AS since FROM treasury_orders
       WHERE kind = 'delegate' AND state = 'done' AND NOT taken_back GROUP BY address, address_index) delegations
     WHERE NOT EXISTS (SELECT FROM treasury_orders o WHERE o.address = delegations.address AND o.state IN ('ready', 'signed'))
       AND (since < clock_timestamp() - make_interval(secs => ${serveMs / 1000})
         OR EXISTS (SELECT FROM treasury_orders o WHERE o.address = delegations.address AND o.kind = 'sweep' AND o.ended_at > since))
     ORDER BY since LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    place: { address: getAddress(row.address), index: row.address_index },
    amount: unitsFromWire(row.delegated),
  }));
}

/** Everything delegated to an address before `by` is undelegated. */
export async function storeTakenBack(tx: DbTx, { address }: DepositPlace, by: Date): Promise<void> {
  await sql`
    UPDATE treasury_orders SET taken_back = true
     WHERE address = ${address} AND kind = 'delegate' AND state = 'done' AND NOT taken_back AND created_at <= ${by}`.execute(
    tx,
  );
}

/** A delegation that a restored database had lost may be known to have ended before it is known to have been made. */
export async function storeWhereTakenBack(tx: DbTx, id: TreasuryOrderId): Promise<void> {
  await sql`
    UPDATE treasury_orders made SET taken_back = true
     WHERE id = ${id} AND adopted AND EXISTS (
       SELECT FROM treasury_orders back WHERE back.address = made.address AND back.kind = 'undelegate'
          AND back.state = 'done' AND back.created_at > made.created_at)`.execute(tx);
}
