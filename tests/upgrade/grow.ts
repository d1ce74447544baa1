import type pg from 'pg';

/** How a table of a kept release becomes a large one: copies of the rows it has, each with keys of its own. */
type Growth = {
  readonly table: string;
  /** Of all rows that are asked for. */
  readonly share: number;
  /** Which rows are copied. */
  readonly of?: string;
  /** What each copy has instead: SQL over `t`, the row that is copied, and `n`, the number of the copy. */
  readonly keys: Readonly<Record<string, string>>;
};

/** A key that grows with the number, as ids made by time do. */
const id = (table: number, number = 'n'): string =>
  `(lpad(to_hex(${table}), 4, '0') || lpad(to_hex(${number}), 28, '0'))::uuid`;
const perPerson = 50;
const person = id(1, `n / ${perPerson}`);
const at = (column: string): string => `t.${column} - n * interval '1 second'`;

const growths: readonly Growth[] = [
  {
    table: 'people',
    share: 1 / perPerson,
    keys: {
      id: id(1),
      public_id: `(20000000 + n)::text`,
      invite_code: `translate(lpad(to_hex(n), 8, '0'), '01abcdef', 'YZABCDEF')`,
    },
  },
  {
    table: 'wallets',
    share: 1 / perPerson,
    keys: { id: id(2), person_id: id(1), address: `'T' || n`, created_at: at('created_at') },
  },
  {
    table: 'records',
    share: 1,
    keys: {
      id: id(3),
      person_id: person,
      wallet_id: id(2, `n / ${perPerson}`),
      source_id: `t.source_id || n`,
      created_at: at('created_at'),
      updated_at: at('updated_at'),
    },
  },
  {
    table: 'ledger.transfers',
    share: 1,
    of: `state = 'posted'`,
    keys: { id: `1000000 + n`, journal_id: `1000000 + n` },
  },
  { table: 'ledger.entries', share: 1, keys: { transfer_id: `1000000 + n` } },
  {
    table: 'messages',
    share: 0.5,
    keys: { id: id(4), person_id: person, subject_id: id(5), created_at: at('created_at') },
  },
  { table: 'security_events', share: 0.5, keys: { id: id(6), person_id: person, at: at('at') } },
  {
    table: 'idempotent_replies',
    share: 0.5,
    keys: { key: id(7), person_id: person, created_at: at('created_at') },
  },
  {
    table: 'outbox',
    share: 0.5,
    of: `state = 'sent'`,
    keys: {
      id: id(8),
      dedupe_key: `t.dedupe_key || n`,
      recipient: `(n / ${perPerson}) || '@example.org'`,
      created_at: at('created_at'),
      settled_at: at('settled_at'),
    },
  },
  { table: 'withdrawal_drafts', share: 0.25, keys: { id: id(9), person_id: person, created_at: at('created_at') } },
  { table: 'prices', share: 0.1, keys: { at: at('at'), confirmed_at: at('confirmed_at') } },
];

/** The tables that are large afterwards. */
export const grownTables: readonly string[] = growths.map(({ table }) => table);

/**
 * Fills the large tables of a kept release with `rows` records, as many transfers, and of everything else in proportion. What it
 * writes fits the rules of each row; which rows belong together does not matter to a schema.
 */
export async function grow(
  client: pg.Client,
  rows: number,
  progress: (line: string) => void = () => undefined,
): Promise<void> {
  await client.query(`SET session_replication_role = replica; SET search_path = public; SET synchronous_commit = off`);
  for (const growth of growths) {
    const count = Math.ceil(rows * growth.share);
    await copyRows(client, growth, count);
    progress(`${growth.table}: ${count.toLocaleString('en')} rows`);
  }
  await client.query(`RESET session_replication_role`);
}

async function copyRows(client: pg.Client, { table, of = 'true', keys }: Growth, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => keys[name] ?? `t.${name}`);
  await client.query(
    `WITH t AS MATERIALIZED (
       SELECT row_number() OVER () - 1 AS turn, count(*) OVER () AS turns, s.* FROM ${table} s WHERE ${of})
     INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(', ')} FROM generate_series(1, $1::bigint) AS n JOIN t ON t.turn = n % t.turns`,
    [count],
  );
}
