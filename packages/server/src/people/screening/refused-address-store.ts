import type { RefusedListing } from '@tern/contracts/refused-addresses';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type RefusedAddress = RefusedListing & { readonly address: string; readonly addedAt: Date };

const columns = sql`address, list, source, to_char(as_of, 'YYYY-MM-DD') AS "asOf", reason, added_at AS "addedAt"`;

/** Where each of these addresses stands; what is on no list is absent. */
export async function listListings(
  db: DbReader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly RefusedListing[]>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<RefusedAddress>`
    SELECT ${columns} FROM refused_addresses
     WHERE address = ANY (${[...addresses]}::text[]) AND removed_by IS NULL ORDER BY address, list`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ address }) => address)].map(([address, found]) => [
      address,
      found.map(({ list, source, asOf, reason }) => ({ list, source, asOf, reason })),
    ]),
  );
}

/** The addresses of a list that are on it now, of those named. */
export async function selectListed(
  db: DbReader,
  { list, addresses }: { readonly list: string; readonly addresses: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    SELECT address FROM refused_addresses
     WHERE list = ${list} AND address = ANY (${[...addresses]}::text[]) AND removed_by IS NULL`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** Whether a day has begun nowhere yet, by database time: a day ahead of UTC at most it has. */
export async function isDayAhead(db: DbReader, day: string): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    SELECT ${day}::date > (clock_timestamp() AT TIME ZONE 'UTC')::date + 1 AS ahead`.execute(db);
  return rows[0]?.ahead === true;
}

/** Changes of a list come one after the other until the transaction ends. */
export async function lockList(tx: DbTx, list: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('refused-addresses:' || ${list}, 0))`.execute(tx);
}

/** Puts addresses on a list, as two operators decided in `changeId`. */
export async function insertRefused(
  tx: DbTx,
  added: Omit<RefusedListing, 'asOf'> & {
    readonly asOf: string;
    readonly addresses: readonly string[];
    readonly changeId: string;
  },
): Promise<void> {
  await sql`
    INSERT INTO refused_addresses (list, address, source, as_of, reason, added_by)
    SELECT ${added.list}, address, ${added.source}, ${added.asOf}::date, ${added.reason}, ${added.changeId}
      FROM unnest(${[...added.addresses]}::text[]) AS a (address)`.execute(tx);
}

/** Takes addresses off a list. They stay known as former ones. */
export async function removeRefused(
  tx: DbTx,
  removed: { readonly list: string; readonly addresses: readonly string[]; readonly changeId: string },
): Promise<void> {
  await sql`
    UPDATE refused_addresses SET removed_by = ${removed.changeId}, removed_at = clock_timestamp()
     WHERE list = ${removed.list} AND address = ANY (${[...removed.addresses]}::text[]) AND removed_by IS NULL`.execute(
    tx,
  );
}

export type RefusedList = {
  readonly list: string;
  readonly addresses: number;
  readonly source: string;
  readonly asOf: string;
};

/** Every list with an address on it. Source and day are those of the addresses that were added last. */
export async function selectLists(db: DbReader): Promise<readonly RefusedList[]> {
  const { rows } = await sql<RefusedList>`
    SELECT list, count(*)::int AS addresses, (array_agg(source ORDER BY added_at DESC))[1] AS source,
           to_char((array_agg(as_of ORDER BY added_at DESC))[1], 'YYYY-MM-DD') AS "asOf"
      FROM refused_addresses WHERE removed_by IS NULL GROUP BY list ORDER BY list`.execute(db);
  return rows;
}

/** The addresses of a list in their order, from behind `after` on. */
export async function selectRefused(
  db: DbReader,
  {
    list,
    after,
    limit,
  }: {
    readonly list: string;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<readonly RefusedAddress[]> {
  const { rows } = await sql<RefusedAddress>`
    SELECT ${columns} FROM refused_addresses
     WHERE list = ${list} AND removed_by IS NULL AND (${after ?? null}::text IS NULL OR address > ${after ?? null})
     ORDER BY refused_addresses.address LIMIT ${limit}`.execute(db);
  return rows;
}
