import { assert } from '@tern/base/assert';
import type { OperatorId } from '@tern/base/ids';
import { termNames, type TermName } from '@tern/contracts/terms';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { TermValues } from './terms.ts';

type Content = Readonly<Record<TermName, string>>;

export type TermsVersion = {
  readonly version: number;
  readonly values: TermValues;
  /** What is worse for people than in the version before. */
  readonly worse: readonly TermName[];
  readonly decidedAt: Date;
  readonly effectiveAt: Date;
  /** The proposal it follows; null of the first version. */
  readonly changeId: string | null;
  readonly decidedBy: OperatorId | null;
};

type Row = Omit<TermsVersion, 'values'> & { readonly content: Content };

const columns = sql`version, content, worse, decided_at AS "decidedAt", effective_at AS "effectiveAt",
  change_id AS "changeId", decided_by AS "decidedBy"`;

/** Writes the first version unless there is one. */
export async function insertFirstTerms(db: DbReader, values: TermValues): Promise<void> {
  await sql`SELECT begin_terms(${contentOf(values)}::jsonb)`.execute(db);
}

/** The version in force now, by the database's clock. Asserts that there is one. */
export async function selectCurrentTerms(db: DbReader): Promise<TermsVersion> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM terms WHERE effective_at <= clock_timestamp() ORDER BY version DESC LIMIT 1`.execute(db);
  return fromRow(rows[0]);
}

/** The version decided last, in force or to come. Asserts that there is one. */
export async function selectLastTerms(db: DbReader): Promise<TermsVersion> {
  const { rows } = await sql<Row>`SELECT ${columns} FROM terms ORDER BY version DESC LIMIT 1`.execute(db);
  return fromRow(rows[0]);
}

/** One version, whenever it was or will be in force. Asserts that it exists. */
export async function selectTermsVersion(db: DbReader, version: number): Promise<TermsVersion> {
  const { rows } = await sql<Row>`SELECT ${columns} FROM terms WHERE version = ${version}`.execute(db);
  return fromRow(rows[0]);
}

/** The version in force and those after it, the oldest first; none before the api's first start. */
export async function selectTermsAhead(db: DbReader): Promise<readonly TermsVersion[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM terms
     WHERE version >= (SELECT max(version) FROM terms WHERE effective_at <= clock_timestamp()) ORDER BY version`.execute(
    db,
  );
  return rows.map(fromRow);
}

/** Versions before a number, newest first; none before the api's first start. */
export async function selectTermsVersions(
  db: DbReader,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<readonly TermsVersion[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM terms WHERE ${before ?? null}::integer IS NULL OR version < ${before ?? null}
     ORDER BY version DESC LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}

/** The number in force and the moment by the database's clock; undefined before the api's first start. */
export async function findMoment(db: DbReader): Promise<{ readonly current: number; readonly now: Date } | undefined> {
  const { rows } = await sql<{ current: number | null; now: Date }>`
    SELECT max(version) AS current, now() AS now FROM terms WHERE effective_at <= now()`.execute(db);
  const [row] = rows;
  return row === undefined || row.current === null ? undefined : { current: row.current, now: row.now };
}

/** From when such values could take effect if they were decided now, and by when they have to: no later version comes before. */
export async function findWindow(
  db: DbReader,
  values: TermValues,
): Promise<{ readonly earliest: Date; readonly latest: Date }> {
  const { rows } = await sql<{ earliest: Date; latest: Date }>`
    SELECT greatest(effective_at, clock_timestamp() + terms_notice(terms_worse(content, ${contentOf(values)}::jsonb))) AS earliest,
           clock_timestamp() + interval '366 days' AS latest
    FROM terms ORDER BY version DESC LIMIT 1`.execute(db);
  const [row] = rows;
  assert(row !== undefined, 'terms are there since the first start of the api');
  return row;
}

/** Writes the next version and returns from when on it is in force: `from`, or as early as may be. The database refuses too little notice. */
export async function insertTerms(
  tx: DbTx,
  next: {
    readonly values: TermValues;
    readonly from: Date | null;
    readonly changeId: string;
    readonly operatorId: OperatorId;
  },
): Promise<Date> {
  const { rows } = await sql<{ effective_at: Date }>`
    INSERT INTO terms (content, effective_at, change_id, decided_by)
    VALUES (${contentOf(next.values)}::jsonb, ${next.from}, ${next.changeId}, ${next.operatorId}) RETURNING effective_at`.execute(
    tx,
  );
  const [row] = rows;
  assert(row !== undefined, 'inserted terms come back');
  return row.effective_at;
}

function contentOf(values: TermValues): string {
  return JSON.stringify(Object.fromEntries(termNames.map((name) => [name, String(values[name])])));
}

function fromRow(row: Row | undefined): TermsVersion {
  assert(row !== undefined, 'terms are there since the first start of the api');
  const { content, ...rest } = row;
  const values = Object.fromEntries(termNames.map((name) => [name, BigInt(content[name])]));
  return { ...rest, values: values as TermValues };
}
