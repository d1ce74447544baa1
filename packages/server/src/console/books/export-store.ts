import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { skewMs } from './journal-times.ts';
import type { BooksReader } from './read-books.ts';

export type ExportedLeg = {
  readonly id: string;
  readonly leg: number;
  readonly state: string;
  readonly code: string;
  readonly asset: AssetId;
  readonly amount: string;
  readonly debit: ExportedAccount;
  readonly credit: ExportedAccount | null;
};
export type ExportedAccount = { readonly id: string; readonly code: string; readonly person: string | null };

export type ExportedJournal = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly key: string;
  readonly reverses: string | null;
  readonly details: object;
  readonly legs: readonly ExportedLeg[];
};

/** The greatest number below every journal that is not older than a moment; null where all are older. */
export async function findThrough(books: BooksReader, settled: Date): Promise<string | null> {
  const { rows } = await sql<{ through: string | null }>`
    SELECT (min(id) - 1)::text AS through FROM ledger.journals WHERE created_at >= ${settled}`.execute(books);
  return rows[0]?.through ?? null;
}

type Page = {
  readonly after: string;
  readonly through: string | null;
  readonly from: Date;
  readonly until: Date;
  readonly limit: number;
};

/** The next journals of a period by their numbers, and where to go on; that is undefined at the end. */
export async function selectExportPage(
  books: BooksReader,
  { after, through, from, until, limit }: Page,
): Promise<{ readonly journals: readonly ExportedJournal[]; readonly next: string | undefined }> {
  const beyond = new Date(until.getTime() + skewMs);
  const { rows } = await sql<ExportedJournal & { readonly is_in: boolean; readonly is_beyond: boolean }>`
    SELECT j.id::text AS id, to_char(j.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, j.kind,
           j.idempotency_key AS key, j.reverses::text AS reverses, j.details,
           j.created_at >= ${from} AND j.created_at < ${until} AS is_in, j.created_at >= ${beyond} AS is_beyond,
           (SELECT jsonb_agg(jsonb_build_object(
                'id', t.id::text, 'leg', t.leg, 'state', t.state, 'code', t.code, 'asset', t.asset, 'amount', t.amount::text,
                'debit', jsonb_build_object('id', d.id::text, 'code', d.code, 'person', dp.public_id),
                'credit', CASE WHEN c.id IS NOT NULL
                  THEN jsonb_build_object('id', c.id::text, 'code', c.code, 'person', cp.public_id) END) ORDER BY t.leg)
              FROM ledger.transfers t
              JOIN ledger.accounts d ON d.id = t.debit_account_id LEFT JOIN people dp ON dp.id = d.owner_id
              LEFT JOIN ledger.accounts c ON c.id = t.credit_account_id LEFT JOIN people cp ON cp.id = c.owner_id
             WHERE t.journal_id = j.id) AS legs
      FROM (SELECT * FROM ledger.journals
             WHERE id > ${after}::bigint AND (${through}::bigint IS NULL OR id <= ${through}::bigint)
             ORDER BY id LIMIT ${limit}) j
     ORDER BY j.id`.execute(books);
  const isOver = rows.length < limit || rows.some(({ is_beyond }) => is_beyond);
  return {
    journals: rows.filter(({ is_in }) => is_in),
    next: isOver ? undefined : rows.at(-1)?.id,
  };
}
