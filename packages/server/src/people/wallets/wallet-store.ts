import { assert } from '@tern/base/assert';
import type { PersonId, WalletId } from '@tern/base/ids';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import type { WalletsTable } from '@tern/db/schema';
import type { TronAddress } from '@tern/tron/address';
import { sql, type Selectable } from 'kysely';
import type { PooledAddress, Wallet } from './wallet.ts';

/** Takes the lowest free address that the signer has not disowned out of the pool for good; undefined when there is none. */
export async function takeFreeAddress(tx: DbTx): Promise<TronAddress | undefined> {
  // SKIP LOCKED: people who register at the same moment get different addresses without waiting for each other.
  const { rows } = await sql<{ address: string }>`
    UPDATE address_pool SET assigned_at = now()
    WHERE derivation_index = (
      SELECT derivation_index FROM address_pool WHERE assigned_at IS NULL AND distrusted_at IS NULL
      ORDER BY derivation_index LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING address`.execute(tx);
  return rows[0]?.address as TronAddress | undefined;
}

/** How many addresses can be given out, and the index after the last one ever made. */
export async function measurePool(db: DbReader): Promise<{ free: number; nextIndex: number }> {
  const { rows } = await sql<{ free: number; next_index: number }>`
    SELECT (SELECT count(*)::int FROM address_pool WHERE assigned_at IS NULL AND distrusted_at IS NULL) AS free,
           (SELECT coalesce(max(derivation_index) + 1, 0) FROM address_pool) AS next_index`.execute(db);
  return { free: rows[0]?.free ?? 0, nextIndex: rows[0]?.next_index ?? 0 };
}

/** Adds addresses; ones that another process has added meanwhile stay as they are. Returns how many were new. */
export async function insertPooledAddresses(db: DbReader, addresses: readonly PooledAddress[]): Promise<number> {
  if (addresses.length === 0) return 0;
  const result = await db
    .insertInto('address_pool')
    .values(addresses.map(({ index, address, mac }) => ({ derivation_index: index, address, mac })))
    // On any conflict: with the index alone, the same row added at the same moment can still fail by its address.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

/** A part of the pool, and at the same moment how many addresses there are and how often any was taken out or changed. */
export type PoolPage = {
  readonly addresses: readonly string[];
  readonly last: number | undefined;
  readonly total: number;
  readonly generation: string;
};

/** Addresses of the pool by their index, from one on. */
export async function selectAddressesFrom(
  db: DbReader,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<PoolPage> {
  const { rows } = await sql<{ total: string; generation: string; addresses: string[] | null; last: number | null }>`
    SELECT s.addresses AS total, s.generation, page.addresses, page.last
    FROM address_pool_size s, (
      SELECT array_agg(address) AS addresses, max(derivation_index) AS last
      FROM (
        SELECT address, derivation_index FROM address_pool
        WHERE derivation_index >= ${from} ORDER BY derivation_index LIMIT ${limit}
      ) AS own
    ) AS page`.execute(db);
  const [row] = rows;
  assert(row !== undefined, 'the pool knows its size');
  const { generation, last } = row;
  return { addresses: row.addresses ?? [], last: last ?? undefined, total: Number(row.total), generation };
}

/** Whose an address of ours is. */
export type WalletOwner = Pick<Wallet, 'id' | 'personId'>;

/** Which of these addresses are ours to receive at, each with its wallet; undefined for one that is nobody's yet, or no more. */
export async function selectOwnersAmong(
  db: DbReader,
  addresses: readonly TronAddress[],
): Promise<ReadonlyMap<TronAddress, WalletOwner | undefined>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('address_pool')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'address_pool.address').on('wallets.closed_at', 'is', null),
    )
    .select(['address_pool.address', 'wallets.id', 'wallets.person_id'])
    .where('address_pool.address', '=', sql<string>`ANY(${[...addresses]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ address, id, person_id: personId }) => [
      address as TronAddress,
      id === null || personId === null ? undefined : { id, personId },
    ]),
  );
}

/** The addresses of these wallets, without those that the signer has disowned. */
export async function selectShownAddresses(
  db: DbReader,
  walletIds: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, TronAddress>> {
  const rows = await db
    .selectFrom('wallets')
    .innerJoin('address_pool', 'address_pool.address', 'wallets.address')
    .select(['wallets.id', 'wallets.address'])
    .where('wallets.id', '=', anyOf(walletIds))
    .where('address_pool.distrusted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, address }) => [id, address as TronAddress]));
}

/** As `selectOwnersAmong`, the addresses alone. */
export async function selectPooledAmong(db: DbReader, addresses: readonly TronAddress[]): Promise<TronAddress[]> {
  return [...(await selectOwnersAmong(db, addresses)).keys()];
}

/** Places in the signer's tree of those addresses that the signer has not disowned. */
export async function selectAddressPlaces(
  db: DbReader,
  addresses: readonly TronAddress[],
): Promise<{ readonly address: TronAddress; readonly index: number }[]> {
  const rows = await db
    .selectFrom('address_pool')
    .select(['address', 'derivation_index'])
    .where('address', '=', sql<string>`ANY(${[...addresses]}::text[])`)
    .where('distrusted_at', 'is', null)
    .execute();
  return rows.map((row) => ({ address: row.address as TronAddress, index: row.derivation_index }));
}

/** An address with the signer's seal, as the pool keeps it; undefined where the signer has disowned it. */
export async function selectPooledAddress(db: DbReader, address: TronAddress): Promise<PooledAddress | undefined> {
  const row = await db
    .selectFrom('address_pool')
    .select(['derivation_index', 'mac'])
    .where('address', '=', address)
    .where('distrusted_at', 'is', null)
    .executeTakeFirst();
  return row && { index: row.derivation_index, address, mac: row.mac };
}

export async function insertWallet(tx: DbTx, wallet: Wallet & { readonly position: number }): Promise<void> {
  await tx
    .insertInto('wallets')
    .values({
      id: wallet.id,
      person_id: wallet.personId,
      name: wallet.name,
      address: wallet.address,
      position: wallet.position,
      is_default: wallet.isDefault,
      hide_when_empty: wallet.hideWhenEmpty,
    })
    .execute();
}

/** Held until the transaction ends: a person's wallets are added and arranged one after the other. */
export async function lockWallets(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`wallets:${personId}`}, 0))`.execute(tx);
}

/** The highest place in use; 0 when there is no wallet. */
export async function selectLastPosition(db: DbReader, personId: PersonId): Promise<number> {
  const row = await db
    .selectFrom('wallets')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Changes what is given; false when the wallet is not the person's. */
export async function updateWallet(
  tx: DbTx,
  change: {
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly name: string | undefined;
    readonly hideWhenEmpty: boolean | undefined;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('wallets')
    .set(({ fn, ref, val }) => ({
      name: fn.coalesce(val(change.name ?? null), ref('name')),
      hide_when_empty: fn.coalesce(val(change.hideWhenEmpty ?? null), ref('hide_when_empty')),
    }))
    .where('id', '=', change.walletId)
    .where('person_id', '=', change.personId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Two statements: an index that knows one default per person looks at each row as it is written. */
export async function storeDefault(tx: DbTx, personId: PersonId, walletId: WalletId): Promise<void> {
  await tx.updateTable('wallets').set({ is_default: false }).where('person_id', '=', personId).execute();
  await tx
    .updateTable('wallets')
    .set({ is_default: true })
    .where('person_id', '=', personId)
    .where('id', '=', walletId)
    .execute();
}

/** Gives the person's wallets the places 1, 2, … in the given order. */
export async function storeOrder(tx: DbTx, personId: PersonId, walletIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE wallets SET position = wanted.place
      FROM unnest(${[...walletIds]}::uuid[]) WITH ORDINALITY AS wanted (id, place)
     WHERE wallets.id = wanted.id AND wallets.person_id = ${personId}`.execute(tx);
}

export async function selectWallets(db: DbReader, personId: PersonId): Promise<Wallet[]> {
  return selectWalletsOf(db, [personId]);
}

/** As `selectWallets`, of several people; each one's in their own order. */
export async function selectWalletsOf(db: DbReader, personIds: readonly PersonId[]): Promise<Wallet[]> {
  const rows = await walletsWithTrust(db).where('person_id', '=', anyOf(personIds)).orderBy('position').execute();
  return rows.map(fromRow);
}

export async function selectWallet(db: DbReader, personId: PersonId, id: WalletId): Promise<Wallet | undefined> {
  const row = await walletsWithTrust(db).where('id', '=', id).where('person_id', '=', personId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** When a wallet was opened; undefined where there is none. */
export async function selectOpenedAt(db: DbReader, id: WalletId): Promise<Date | undefined> {
  const row = await db.selectFrom('wallets').select('created_at').where('id', '=', id).executeTakeFirst();
  return row?.created_at;
}

export async function selectWalletByAddress(db: DbReader, address: TronAddress): Promise<Wallet | undefined> {
  const row = await walletsWithTrust(db)
    .where('wallets.address', '=', address)
    .where('wallets.closed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Wallets with one of the ids or one of the addresses. */
export async function selectWalletsAmong(
  db: DbReader,
  { ids, addresses }: { readonly ids: readonly WalletId[]; readonly addresses: readonly TronAddress[] },
): Promise<readonly Wallet[]> {
  const rows = await walletsWithTrust(db)
    .where((where) =>
      where.or([
        where('wallets.id', '=', anyOf(ids)),
        where('wallets.address', '=', sql<string>`ANY(${[...addresses]}::text[])`),
      ]),
    )
    .execute();
  return rows.map(fromRow);
}

function walletsWithTrust(db: DbReader) {
  return db
    .selectFrom('wallets')
    .innerJoin('address_pool', 'address_pool.address', 'wallets.address')
    .selectAll('wallets')
    .select('address_pool.distrusted_at');
}

/** An address to look at, and whether the signer has disowned it before. */
export type AuditedAddress = PooledAddress & { readonly disowned: boolean };

/**
 * Addresses that the signer has not looked at for `olderThanMs`, the longest unseen first: those in use, and those that
 * somebody may be given.
 */
export async function selectDueForAudit(
  db: DbReader,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<AuditedAddress[]> {
  // Each part has an index of its own. A look in the future was written by somebody else.
  const due = sql`coalesce(audited_at NOT BETWEEN now() - ${olderThanMs} * interval '1 millisecond' AND now(), true)
    ORDER BY audited_at NULLS FIRST LIMIT ${limit}`;
  const { rows } = await sql<{ derivation_index: number; address: string; mac: string; disowned: boolean }>`
    SELECT derivation_index, address, mac, distrusted_at IS NOT NULL AS disowned FROM (
      (SELECT * FROM address_pool WHERE assigned_at IS NOT NULL AND ${due})
      UNION ALL
      (SELECT * FROM address_pool WHERE assigned_at IS NULL AND distrusted_at IS NULL AND ${due})
    ) AS due ORDER BY audited_at NULLS FIRST LIMIT ${limit}`.execute(db);
  return rows.map(({ derivation_index: index, address, mac, disowned }) => ({
    index,
    address: address as TronAddress,
    mac,
    disowned,
  }));
}

/** Rows of those addresses that the signer has not disowned yet. */
export async function selectTrusted(db: DbReader, addresses: readonly TronAddress[]): Promise<AuditedAddress[]> {
  const rows = await db
    .selectFrom('address_pool')
    .select(['derivation_index', 'address', 'mac'])
    .where('address', '=', sql<string>`ANY(${[...addresses]}::text[])`)
    .where('distrusted_at', 'is', null)
    .execute();
  return rows.map(({ derivation_index: index, address, mac }) => {
    return { index, address: address as TronAddress, mac, disowned: false };
  });
}

/** Which of these addresses the signer has disowned. */
export async function selectDisownedAmong(
  db: DbReader,
  addresses: readonly TronAddress[],
): Promise<ReadonlySet<TronAddress>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('address_pool')
    .select('address')
    .where('address', '=', sql<string>`ANY(${[...addresses]}::text[])`)
    .where('distrusted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ address }) => address as TronAddress));
}

/** Notes what the signer said of these rows. Once disowned stays disowned until somebody has looked. */
export async function storeAudit(
  db: DbReader,
  audited: readonly { readonly index: number; readonly valid: boolean }[],
): Promise<void> {
  const disowned = audited.filter(({ valid }) => !valid).map(({ index }) => index);
  await db
    .updateTable('address_pool')
    .set({
      audited_at: sql<Date>`now()`,
      distrusted_at: sql<Date | null>`CASE WHEN derivation_index = ANY(${disowned}::int[]) THEN coalesce(distrusted_at, now()) ELSE distrusted_at END`,
    })
    .where('derivation_index', '=', sql<number>`ANY(${audited.map(({ index }) => index)}::int[])`)
    .execute();
}

function fromRow(row: Selectable<WalletsTable> & { distrusted_at: Date | null }): Wallet {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    address: row.address as TronAddress,
    isDefault: row.is_default,
    hideWhenEmpty: row.hide_when_empty,
    trusted: row.distrusted_at === null,
  };
}

/**
 * Which of these wallets are open, and stay so until the transaction ends: whoever credits one holds it first, and a closing
 * leaves its account for later, or comes before and the wallet is not among them.
 */
export async function holdOpenWallets(tx: DbTx, walletIds: readonly WalletId[]): Promise<ReadonlySet<WalletId>> {
  if (walletIds.length === 0) return new Set();
  const { rows } = await sql<{ id: WalletId }>`
    SELECT id FROM wallets WHERE id = ${anyOf(walletIds)} AND closed_at IS NULL ORDER BY id FOR SHARE`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The same of one wallet. */
export async function holdOpenWallet(tx: DbTx, walletId: WalletId): Promise<boolean> {
  return (await holdOpenWallets(tx, [walletId])).has(walletId);
}

/** Makes every closing wait until the transaction ends, and waits for those under way: for what is fixed about everybody at once. */
export async function holdAllWallets(tx: DbTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${closingLock})`.execute(tx);
}

const closingLock = sql`hashtextextended('wallets close', 0)`;

/**
 * Keeps everybody else from crediting a person's wallets until the transaction ends; what was credited before can be seen
 * from then on. False, at once, while somebody holds one of them.
 */
export async function lockOpenWallets(tx: DbTx, personId: PersonId): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    WITH free AS (SELECT id FROM wallets WHERE person_id = ${personId} AND closed_at IS NULL FOR NO KEY UPDATE SKIP LOCKED)
    SELECT pg_try_advisory_xact_lock_shared(${closingLock}) AND (SELECT count(*) FROM free) = (
      SELECT count(*) FROM wallets WHERE person_id = ${personId} AND closed_at IS NULL) AS free`.execute(tx);
  return rows[0]?.free === true;
}

/** Ends the wallets of an account that is closed: their addresses are nobody's from then on. */
export async function closeWallets(tx: DbTx, personId: PersonId): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({ closed_at: sql<Date>`clock_timestamp()` })
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .execute();
}
