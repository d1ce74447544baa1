import { randomUUID } from 'node:crypto';
import type { TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { sql, type RawBuilder } from 'kysely';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import type { InflowKey } from './deposit.ts';
import { graveReasons } from './quarantine.ts';
import { surplusReturnName } from './return-name.ts';
import type { ExplainedVia, Surplus, SurplusState, Unclaimed } from './surplus.ts';

/** An asset on a deposit address. */
export type SurplusPlace = { readonly address: TronAddress; readonly assetId: AssetId };

/** What a comparison saw: all that is more, and what of it nothing explains. */
type Sighting = { readonly amount: bigint; readonly unexplained: bigint; readonly block: number };

export async function lockSighting(tx: DbTx, { address, assetId }: SurplusPlace): Promise<Sighting | undefined> {
  const { rows } = await sql<{ amount: string; unexplained: string; block_number: string }>`
    SELECT amount, unexplained, block_number FROM surplus_sightings
     WHERE address = ${address} AND asset_id = ${assetId} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row === undefined
    ? undefined
    : { amount: BigInt(row.amount), unexplained: BigInt(row.unexplained), block: Number(row.block_number) };
}

export async function storeSighting(
  tx: DbTx,
  { address, assetId, amount, unexplained, block }: SurplusPlace & Sighting,
): Promise<void> {
  await sql`
    INSERT INTO surplus_sightings (address, asset_id, amount, unexplained, block_number)
    VALUES (${address}, ${assetId}, ${String(amount)}, ${String(unexplained)}, ${block})
    ON CONFLICT (address, asset_id) DO UPDATE SET amount = excluded.amount, unexplained = excluded.unexplained,
      block_number = excluded.block_number, seen_at = clock_timestamp()`.execute(tx);
}

export async function deleteSighting(tx: DbTx, { address, assetId }: SurplusPlace): Promise<void> {
  await sql`DELETE FROM surplus_sightings WHERE address = ${address} AND asset_id = ${assetId}`.execute(tx);
}

/** Whether an open item `q` of quarantine may be what an address has more of an asset. */
function mayBeCause(address: RawBuilder<unknown>, assetId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`q.dismissed_at IS NULL AND q.to_address = ${address} AND q.reason = ANY (${graveReasons}::text[])
    AND (q.subject NOT IN ('trx', 'usdt', 'reward') OR q.subject = ${assetId})`;
}

/**
 * The open items of quarantine that may be what an address has more: their amounts, null where one names none, or where it
 * says that a key of ours or the issuer is at work.
 */
export async function selectPossibleCauses(
  db: DbReader,
  { address, assetId }: SurplusPlace,
): Promise<readonly (bigint | null)[]> {
  const { rows } = await sql<{ amount: string | null }>`
    SELECT CASE WHEN q.kind IN ('outflow', 'issuer', 'other') THEN NULL ELSE q.amount::text END AS amount
      FROM quarantined_inflows q WHERE ${mayBeCause(sql`${address}`, sql`${assetId}`)}`.execute(db);
  return rows.map(({ amount }) => (amount === null ? null : BigInt(amount)));
}

type SurplusRow = {
  readonly id: string;
  readonly address: TronAddress;
  readonly asset_id: AssetId;
  readonly amount: string;
  readonly explained: string;
  readonly state: SurplusState;
  readonly block_number: string;
  readonly return_name: string;
  readonly kept_at: Date;
};

function fromRow(row: SurplusRow): Surplus {
  return {
    id: row.id,
    address: row.address,
    assetId: row.asset_id,
    amount: unitsFromWire(row.amount),
    explained: unitsFromWire(row.explained),
    state: row.state,
    block: Number(row.block_number),
    returnName: row.return_name,
    keptAt: row.kept_at,
  };
}

/** Adds the next surplus of an address. Returns its id. */
export async function insertSurplus(
  tx: DbTx,
  input: SurplusPlace & { readonly amount: Units; readonly block: { readonly number: number; readonly id: string } },
): Promise<string> {
  const { address, assetId, amount, block } = input;
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(max(number), 0)::int + 1 AS number FROM deposit_surpluses
     WHERE address = ${address} AND asset_id = ${assetId}`.execute(tx);
  const number = rows[0]?.number ?? 1;
  const id = randomUUID();
  await sql`
    INSERT INTO deposit_surpluses (id, address, asset_id, number, amount, block_number, block_id, return_name)
    VALUES (${id}, ${address}, ${assetId}, ${number}, ${unitsToWire(amount)}, ${block.number}, ${block.id},
      ${surplusReturnName({ address, assetId, number })})`.execute(tx);
  return id;
}

/** Locked until the transaction ends: whoever decides about it and whoever finds its deposit take turns. */
export async function lockSurplus(tx: DbTx, id: string): Promise<Surplus | undefined> {
  const { rows } = await sql<SurplusRow>`SELECT * FROM deposit_surpluses WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** The same of the one that the signer's name for its return stands for. */
export async function lockSurplusOf(tx: DbTx, returnName: string): Promise<void> {
  await sql`SELECT FROM deposit_surpluses WHERE return_name = ${returnName} FOR UPDATE`.execute(tx);
}

/** The surplus that an order of the house pays back, or that the signer's name stands for; locked. */
export async function lockReturned(
  tx: DbTx,
  { orderId, returnName }: { readonly orderId: TreasuryOrderId; readonly returnName: string },
): Promise<(Surplus & { readonly isOrdered: boolean }) | undefined> {
  const { rows } = await sql<SurplusRow & { is_ordered: boolean }>`
    SELECT *, order_id = ${orderId} AND state = 'returning' AS is_ordered FROM deposit_surpluses
     WHERE return_name = ${returnName} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row && { ...fromRow(row), isOrdered: row.is_ordered };
}

type SurplusStep =
  | { readonly to: 'house' | 'explained' | 'kept' }
  | { readonly to: 'returning' | 'returned'; readonly address: TronAddress; readonly orderId: TreasuryOrderId };

export async function storeStep(tx: DbTx, id: string, step: SurplusStep): Promise<void> {
  const back = 'address' in step ? step : undefined;
  await sql`
    UPDATE deposit_surpluses SET state = ${step.to}, to_address = ${back?.address ?? null},
      order_id = coalesce(${back?.orderId ?? null}::uuid, order_id),
      ended_at = CASE WHEN ${step.to} IN ('kept', 'returning') THEN NULL ELSE clock_timestamp() END
     WHERE id = ${id}`.execute(tx);
}

/** Counts what deposits took out of what was kept, which ends it where nothing is left, or out of what the house had taken. */
export async function addExplained(tx: DbTx, id: string, taken: bigint): Promise<void> {
  const amount = sql`${String(taken)}::numeric`;
  await sql`
    UPDATE deposit_surpluses SET explained = explained + ${amount},
      state = CASE WHEN state = 'kept' AND explained + ${amount} = amount THEN 'explained' ELSE state END,
      ended_at = CASE WHEN state = 'kept' AND explained + ${amount} = amount THEN clock_timestamp() ELSE ended_at END
     WHERE id = ${id}`.execute(tx);
}

/** Surpluses kept at this block or later, whose addresses' older deposits are not new money; locked, the oldest first. */
export async function lockUnclaimed(
  tx: DbTx,
  { fromBlock, addresses }: { readonly fromBlock: number; readonly addresses: readonly TronAddress[] },
): Promise<readonly Unclaimed[]> {
  const { rows } = await sql<SurplusRow & { claimed: string }>`
    SELECT s.*, (SELECT coalesce(sum(e.amount), 0)::text FROM surplus_explanations e WHERE e.surplus_id = s.id) AS claimed
      FROM deposit_surpluses s
     WHERE s.block_number >= ${fromBlock} AND s.address = ANY (${[...addresses]}::text[])
     ORDER BY s.block_number, s.number, s.id FOR UPDATE OF s`.execute(tx);
  return rows.map((row) => {
    const surplus = fromRow(row);
    return { surplus, unclaimed: surplus.amount - BigInt(row.claimed) };
  });
}

export async function insertExplanation(
  tx: DbTx,
  explanation: {
    readonly surplusId: string;
    readonly inflow: InflowKey;
    readonly amount: Units;
    readonly via: ExplainedVia;
  },
): Promise<void> {
  const { surplusId, inflow, amount, via } = explanation;
  await sql`
    INSERT INTO surplus_explanations (surplus_id, tx_id, kind, index, amount, via)
    VALUES (${surplusId}, ${inflow.txId}, ${inflow.kind}, ${inflow.index}, ${unitsToWire(amount)}, ${via})`.execute(tx);
}

/** Nothing was paid back: what deposits took meanwhile came out of what was kept. Returns how much that was. */
export async function takeBackExplanations(tx: DbTx, surplusId: string): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    UPDATE surplus_explanations SET via = 'suspense' WHERE surplus_id = ${surplusId} AND via = 'return'
    RETURNING amount::text AS amount`.execute(tx);
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** It was paid back: deposits that were part of it and wait in suspense are settled by that. */
export async function settleExplained(tx: DbTx, surplusId: string, journalId: string): Promise<void> {
  await sql`
    INSERT INTO suspense_resolutions (deposit_id, wallet_id, record_id, journal_id)
    SELECT d.id, NULL, NULL, ${journalId} FROM surplus_explanations e
      JOIN deposits d ON (d.tx_id, d.kind, d.index) = (e.tx_id, e.kind, e.index)
     WHERE e.surplus_id = ${surplusId} AND e.via = 'return' AND d.destination = 'suspense'
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** An open surplus, as operators see it. */
export type OpenSurplus = Surplus & {
  /** Whether an open item of quarantine may be it. */
  readonly isQuarantined: boolean;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
};

const keptAt = sql`s.kept_at`;
const surplusOf = sql`s.id`;

/**
 * What is kept and not decided, or on its way back; the oldest first, and at most 200 unless another page is asked for. Throws
 * `INPUT_INVALID` for a place that is none.
 */
export async function selectOpenSurpluses(
  db: DbReader,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number } = { limit: 200 },
): Promise<readonly OpenSurplus[]> {
  const { rows } = await sql<SurplusRow & Pick<OpenSurplus, 'isQuarantined' | 'place'>>`
    SELECT s.*, ${exactPlace(keptAt, surplusOf)} AS place,
           EXISTS (SELECT FROM quarantined_inflows q
                    WHERE ${mayBeCause(sql`s.address`, sql`s.asset_id`)}) AS "isQuarantined"
      FROM deposit_surpluses s
     WHERE s.ended_at IS NULL AND ${isBehind(keptAt, surplusOf, after)}
     ORDER BY s.kept_at, s.id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...fromRow(row), isQuarantined: row.isQuarantined, place: row.place }));
}

/** All of an asset that is kept in suspense as surpluses of deposit addresses. */
export async function sumOpenSurpluses(db: DbReader, assetId: AssetId): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(amount - explained), 0)::text AS total FROM deposit_surpluses
     WHERE asset_id = ${assetId} AND ended_at IS NULL`.execute(db);
  return BigInt(rows[0]?.total ?? '0');
}
