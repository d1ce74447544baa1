import type pg from 'pg';

/** What a transaction that is still open has done to a table that was there before. */
export type HeldLock = {
  readonly table: string;
  /** Strong ones only: those that keep writers or readers out. */
  readonly mode: string;
  /** Rows of it that were read one after the other. */
  readonly rowsRead: number;
  /** Whether it was written anew as a whole. */
  readonly rewritten: boolean;
};

/** A table that was there before, and where its rows lay: to see later whether they were written anew. */
export type KnownTable = { readonly table: string; readonly file: string };

/** The tables by their numbers, which they keep when they get another name. */
export async function readFiles(client: pg.Client): Promise<ReadonlyMap<number, KnownTable>> {
  const { rows } = await client.query<KnownTable & { oid: number }>(`
    SELECT oid, oid::regclass::text AS table, pg_relation_filenode(oid)::text AS file FROM pg_class
     WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`);
  return new Map(rows.map(({ oid, table, file }) => [oid, { table, file }]));
}

/** The tables of `before` that the transaction of this connection keeps others out of. */
export async function readHeldLocks(
  client: pg.Client,
  before: ReadonlyMap<number, KnownTable>,
): Promise<readonly HeldLock[]> {
  const { rows } = await client.query<{ oid: number; mode: string; read: string; file: string }>(`
    SELECT c.oid, string_agg(DISTINCT l.mode, ', ') AS mode,
           coalesce(max(s.seq_tup_read), 0)::text AS read, pg_relation_filenode(c.oid)::text AS file
      FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
      LEFT JOIN pg_stat_xact_user_tables s ON s.relid = c.oid
     WHERE l.pid = pg_backend_pid() AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
       AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
     GROUP BY c.oid`);
  return rows.flatMap(({ oid, mode, read, file }) => {
    const known = before.get(oid);
    return known === undefined
      ? []
      : [{ table: known.table, mode, rowsRead: Number(read), rewritten: known.file !== file }];
  });
}
