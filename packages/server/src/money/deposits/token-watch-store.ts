import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { holdingKey, type TokenChange } from './token-changes.ts';

/** Adds the changes up; each address and asset at most once. */
export async function addToHoldings(tx: DbTx, changes: readonly Omit<TokenChange, 'emptied'>[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    INSERT INTO token_holdings AS known (address, asset, amount, changed_block)
    SELECT * FROM unnest(
      ${changes.map(({ address }) => address)}::text[], ${changes.map(({ assetId }) => assetId)}::text[],
      ${changes.map(({ change }) => String(change))}::numeric[], ${changes.map(({ block }) => block)}::bigint[]
    )
    ON CONFLICT ON CONSTRAINT token_holdings_pkey DO UPDATE SET
      amount = known.amount + excluded.amount, changed_block = excluded.changed_block`.execute(tx);
}

/** The issuer destroyed what these addresses held. */
export async function emptyHoldings(
  tx: DbTx,
  emptied: readonly Pick<TokenChange, 'address' | 'assetId'>[],
): Promise<void> {
  for (const { address, assetId } of emptied) {
    await tx
      .updateTable('token_holdings')
      .set({ amount: '0' })
      .where('address', '=', address)
      .where('asset', '=', assetId)
      .execute();
  }
}

/** What one address holds as the events add up. Never negative on an honest chain. */
export type Holding = { readonly address: TronAddress; readonly assetId: AssetId; readonly amount: bigint };

/** Holdings to compare next: those that changed since they were last found right, newest first, then the longest unseen. */
export async function selectHoldingsToSample(db: DbReader, limit: number): Promise<readonly Holding[]> {
  const { rows } = await sql<{ address: TronAddress; asset: AssetId; amount: string }>`
    (SELECT address, asset, amount FROM token_holdings WHERE sampled_block < changed_block
      ORDER BY changed_block DESC LIMIT ${limit})
    UNION ALL
    (SELECT address, asset, amount FROM token_holdings WHERE sampled_block >= changed_block
      ORDER BY sampled_block LIMIT 1)
    LIMIT ${limit}`.execute(db);
  return rows.map(({ address, asset, amount }) => ({ address, assetId: asset, amount: BigInt(amount) }));
}

/** What these addresses hold as the events add up, by `holdingKey`; nothing where none was ever seen. */
export async function selectHoldingsOf(
  db: DbReader,
  wanted: readonly Pick<Holding, 'address' | 'assetId'>[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ address: TronAddress; asset: AssetId; amount: string }>`
    SELECT h.address, h.asset, h.amount FROM token_holdings h
      JOIN unnest(${wanted.map(({ address }) => address)}::text[], ${wanted.map(({ assetId }) => assetId)}::text[])
        AS w (address, asset) USING (address, asset)`.execute(db);
  return new Map(rows.map(({ address, asset: assetId, amount }) => [holdingKey({ address, assetId }), BigInt(amount)]));
}

/** Holdings with deposits in suspense that only wait until their contract was asked. */
export async function selectUnprovenHoldings(db: DbReader, limit: number): Promise<readonly Holding[]> {
  const { rows } = await sql<{ address: TronAddress; asset: AssetId; amount: string }>`
    SELECT h.address, h.asset, h.amount FROM token_holdings h
     WHERE EXISTS (SELECT FROM deposits d WHERE d.destination = 'suspense' AND d.reason = 'token-unproven'
       AND d.to_address = h.address AND d.asset = h.asset AND d.block_number > h.sampled_block
       AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id))
       AND NOT EXISTS (SELECT FROM token_freezes f WHERE f.asset = h.asset)
     ORDER BY h.changed_block LIMIT ${limit}`.execute(db);
  return rows.map(({ address, asset, amount }) => ({ address, assetId: asset, amount: BigInt(amount) }));
}

export async function markSampled(db: DbReader, { address, assetId }: Holding, block: number): Promise<void> {
  await db
    .updateTable('token_holdings')
    .set({ sampled_block: String(block) })
    .where('address', '=', address)
    .where('asset', '=', assetId)
    .execute();
}

/** Why a token is not trusted: at `block` the contract said `found` where its events add up to `booked`. */
export type TokenFreeze = {
  readonly assetId: AssetId;
  readonly address: TronAddress;
  readonly block: number;
  readonly booked: bigint;
  readonly found: bigint;
  readonly frozenAt: Date;
};

/** False where it was frozen already. */
export async function insertFreeze(tx: DbTx, freeze: Omit<TokenFreeze, 'frozenAt'>): Promise<boolean> {
  const result = await tx
    .insertInto('token_freezes')
    .values({
      asset: freeze.assetId,
      address: freeze.address,
      block_number: String(freeze.block),
      booked: String(freeze.booked),
      found: String(freeze.found),
    })
    .onConflict((conflict) => conflict.constraint('token_freezes_pkey').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function selectFreezes(db: DbReader): Promise<readonly TokenFreeze[]> {
  const rows = await db.selectFrom('token_freezes').selectAll().orderBy('frozen_at').execute();
  return rows.map((row) => ({
    assetId: row.asset as AssetId,
    address: row.address as TronAddress,
    block: Number(row.block_number),
    booked: BigInt(row.booked),
    found: BigInt(row.found),
    frozenAt: row.frozen_at,
  }));
}

export async function selectFrozenTokens(db: DbReader): Promise<ReadonlySet<AssetId>> {
  const rows = await db.selectFrom('token_freezes').select('asset').execute();
  return new Set(rows.map(({ asset }) => asset as AssetId));
}

/** Ends a freeze. The address that revealed it holds from now on what its contract said, or it would be frozen again. */
export async function deleteFreeze(tx: DbTx, assetId: AssetId): Promise<void> {
  await sql`
    WITH thawed AS (DELETE FROM token_freezes WHERE asset = ${assetId} RETURNING asset, address, found - booked AS change)
    UPDATE token_holdings h SET amount = h.amount + thawed.change
      FROM thawed WHERE h.address = thawed.address AND h.asset = thawed.asset`.execute(tx);
}
