import type { Database, DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';

/** What the books say lies on one deposit address. */
export type Holding = { readonly address: TronAddress; readonly assetId: AssetId; readonly amount: Units };

/**
 * Brings the holdings of deposit addresses up to the ledger: every entry of the custody account, by the address that its
 * journal names. They are the ledger told by address, nothing of their own: deleted, they would come back the same.
 * `limit` is of entries, of which one may tell hundreds of transfers. Returns how many were read.
 */
export async function collectHoldings(db: Database, { limit }: { readonly limit: number }): Promise<number> {
  let read = 0;
  for (const assetId of assetIds) read += await transact(db, (tx) => collectAsset(tx, assetId, limit));
  return read;
}

/** The same in the caller's transaction, to the end: what it reads next is complete but for what is being booked right now. */
export async function collectAllHoldings(tx: DbTx): Promise<void> {
  for (const assetId of assetIds) while ((await collectAsset(tx, assetId, 500)) > 0);
}

async function collectAsset(tx: DbTx, assetId: AssetId, limit: number): Promise<number> {
  await sql`
    INSERT INTO treasury_holdings_cursors (asset_id, transfer_id) VALUES (${assetId}, 0) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const { rows } = await sql<{ read: number }>`
    WITH cursor AS MATERIALIZED (
      SELECT transfer_id FROM treasury_holdings_cursors WHERE asset_id = ${assetId} FOR NO KEY UPDATE
    ), entries AS MATERIALIZED (
      SELECT e.account_id, e.transfer_id, e.call_id
        FROM ledger.accounts a JOIN ledger.entries e ON e.account_id = a.id
       WHERE a.code = 'custody:deposit' AND a.asset = ${assetId} AND e.transfer_id > (SELECT transfer_id FROM cursor)
       ORDER BY e.transfer_id LIMIT ${limit}
    ), changed AS (
      INSERT INTO treasury_holdings AS h (address, asset_id, amount)
      SELECT coalesce(m.details ->> 'address', m.details ->> 'to', '') AS address, ${assetId}, -sum(m.amount)
        FROM entries e CROSS JOIN LATERAL ledger.moves_of(e.account_id, e.transfer_id, e.call_id) m GROUP BY 1
      ON CONFLICT (address, asset_id) DO UPDATE SET amount = h.amount + excluded.amount, inspected_at = NULL
    ), moved AS (
      UPDATE treasury_holdings_cursors SET transfer_id = (SELECT max(transfer_id) FROM entries)
       WHERE asset_id = ${assetId} AND EXISTS (SELECT FROM entries)
    )
    SELECT count(*)::int AS read FROM entries`.execute(tx);
  return rows[0]?.read ?? 0;
}

/**
 * Holdings of at least `from` that nobody has thought about for `restMs`, or whose address is one of `again`; the largest
 * first. Taken so that workers side by side do not get the same ones.
 */
export async function takeHoldings(
  db: Database,
  input: {
    readonly assetId: AssetId;
    readonly from: Units;
    readonly restMs: number;
    readonly again: readonly TronAddress[];
    readonly limit: number;
  },
): Promise<readonly Holding[]> {
  const { rows } = await sql<{ address: string; amount: string }>`
    WITH due AS (
      SELECT address FROM treasury_holdings
       WHERE asset_id = ${input.assetId} AND amount >= ${unitsToWire(input.from)} AND address <> ''
         AND (coalesce(inspected_at < clock_timestamp() - make_interval(secs => ${input.restMs / 1000}), true)
           OR address = ANY(${[...input.again]}::text[]))
       ORDER BY amount DESC LIMIT ${input.limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE treasury_holdings h SET inspected_at = clock_timestamp() FROM due
     WHERE h.address = due.address AND h.asset_id = ${input.assetId} RETURNING h.address, h.amount::text AS amount`.execute(
    db.kysely,
  );
  return rows
    .map((row) => ({ address: getAddress(row.address), assetId: input.assetId, amount: unitsFromWire(row.amount) }))
    .toSorted((a, b) => (a.amount > b.amount ? -1 : 1));
}

/** TRX the books know of on an address. Zero or less where none is: costs may run ahead of arrivals. */
export async function findHeldTrx(db: DbReader, address: TronAddress): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    SELECT amount::text AS amount FROM treasury_holdings WHERE address = ${address} AND asset_id = 'trx'`.execute(db);
  return BigInt(rows[0]?.amount ?? '0');
}

/**
 * Some holdings that were not compared with the chain for the longest time. An address that was emptied is compared once
 * more, so that the last figure of it is what the chain shows now; one that was seen with a surplus, until that is over.
 */
export async function listLeastChecked(
  db: DbReader,
  { limit }: { readonly limit: number },
): Promise<readonly Holding[]> {
  const { rows } = await sql<{ address: string; asset_id: AssetId; amount: string }>`
    SELECT address, asset_id, amount::text AS amount FROM treasury_holdings
     WHERE (amount > 0 OR (amount = 0 AND inspected_at IS NULL) OR EXISTS (
         SELECT FROM surplus_sightings s WHERE (s.address, s.asset_id) = (treasury_holdings.address, treasury_holdings.asset_id)))
       AND address <> ''
     ORDER BY checked_at NULLS FIRST LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    address: getAddress(row.address),
    assetId: row.asset_id,
    amount: unitsFromWire(row.amount),
  }));
}

/**
 * The next addresses of people in turn, in the order of their text and from the beginning again after the last, whatever the
 * books say of them.
 */
export async function listNextInTurn(
  db: DbReader,
  { limit }: { readonly limit: number },
): Promise<readonly TronAddress[]> {
  const { rows } = await sql<{ address: string }>`
    WITH turn AS (SELECT coalesce((SELECT address FROM reserve_turns), '') AS address),
    later AS (
      SELECT address, 0 AS round FROM wallets WHERE address > (SELECT address FROM turn) ORDER BY address LIMIT ${limit}),
    first AS (
      SELECT address, 1 AS round FROM wallets WHERE address <= (SELECT address FROM turn) ORDER BY address LIMIT ${limit})
    SELECT address FROM (SELECT * FROM later UNION ALL SELECT * FROM first) both_ends
     ORDER BY round, address LIMIT ${limit}`.execute(db);
  return rows.map(({ address }) => getAddress(address));
}

/** The turn has come to this address; the next one follows. */
export async function keepTurn(tx: DbTx, address: TronAddress): Promise<void> {
  await sql`
    INSERT INTO reserve_turns (address) VALUES (${address})
    ON CONFLICT (id) DO UPDATE SET address = excluded.address`.execute(tx);
}

/** The same addresses and assets as they are now. */
export async function findHoldings(
  db: DbReader,
  wanted: readonly Pick<Holding, 'address' | 'assetId'>[],
): Promise<readonly Holding[]> {
  const holdings: Holding[] = [];
  for (const { address, assetId } of wanted) {
    const { rows } = await sql<{ amount: string }>`
      SELECT amount::text AS amount FROM treasury_holdings WHERE address = ${address} AND asset_id = ${assetId}`.execute(
      db,
    );
    holdings.push({ address, assetId, amount: unitsFromWire(rows[0]?.amount ?? '0') });
  }
  return holdings;
}

/**
 * It was compared with the chain. Of an address on which the books never had anything, a row is kept only where the chain shows
 * something: it is looked at again like the others then.
 */
export async function storeChecked(
  db: DbReader,
  { address, assetId, chain }: Pick<Holding, 'address' | 'assetId'> & { readonly chain: bigint },
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE treasury_holdings SET checked_at = clock_timestamp(),
      -- Nothing but the next arrival makes an empty one worth a look again.
      inspected_at = CASE WHEN amount = 0 THEN clock_timestamp() ELSE inspected_at END
     WHERE address = ${address} AND asset_id = ${assetId}`.execute(db);
  if (numAffectedRows !== 0n || chain === 0n) return;
  await sql`
    INSERT INTO treasury_holdings (address, asset_id, amount, inspected_at, checked_at)
    VALUES (${address}, ${assetId}, 0, clock_timestamp(), clock_timestamp()) ON CONFLICT DO NOTHING`.execute(db);
}

/** It was looked at, and nothing could be said of it: the others come first now. */
export async function putBehind(
  db: DbReader,
  { address, assetId }: Pick<Holding, 'address' | 'assetId'>,
): Promise<void> {
  await sql`
    UPDATE treasury_holdings SET checked_at = clock_timestamp()
     WHERE address = ${address} AND asset_id = ${assetId}`.execute(db);
}

/** Whether every entry of the ledger is in the holdings, as far as this snapshot sees. */
export async function areHoldingsComplete(db: DbReader): Promise<boolean> {
  const { rows } = await sql<{ behind: number }>`
    SELECT count(*)::int AS behind FROM ledger.accounts a
      LEFT JOIN treasury_holdings_cursors c ON c.asset_id = a.asset
     WHERE a.code = 'custody:deposit'
       AND EXISTS (SELECT FROM ledger.entries e WHERE e.account_id = a.id AND e.transfer_id > coalesce(c.transfer_id, 0))`.execute(
    db,
  );
  return rows[0]?.behind === 0;
}
