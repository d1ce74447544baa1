import { toWire } from '@tern/base/to-wire';
import type { JournalRowView, JournalView } from '@tern/contracts/routes/console-books';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { BooksReader } from './read-books.ts';

/** One leg has to match all of these. */
export type LegFilter = {
  /** A class, a code or a number of an account. */
  readonly account: string | undefined;
  readonly assetId: AssetId | undefined;
  /** The amount in base units, by asset; undefined where every amount will do. */
  readonly amounts: readonly { readonly assetId: AssetId; readonly units: string }[] | undefined;
};

export type JournalFilter = LegFilter & {
  readonly kind: string | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
};

/** A number of the ledger, where the text is one. */
const numberIn = (text: string): string | null => (/^[1-9]\d{0,17}$/.test(text) ? text : null);

/** Journals below a number, in the order of their numbers: the lowest and the oldest of as many as one look may read. */
export async function measureWalk(
  books: BooksReader,
  { below, most }: { readonly below: string | null; readonly most: number },
): Promise<{ readonly lowest: string; readonly oldest: Date; readonly isLast: boolean } | undefined> {
  const { rows } = await sql<{ lowest: string | null; oldest: Date | null; walked: number }>`
    SELECT min(id)::text AS lowest, min(created_at) AS oldest, count(*)::int AS walked FROM (
      SELECT id, created_at FROM ledger.journals WHERE ${below}::bigint IS NULL OR id < ${below}::bigint
       ORDER BY id DESC LIMIT ${most}) walked`.execute(books);
  const [found] = rows;
  if (found === undefined || found.lowest === null || found.oldest === null) return undefined;
  return { lowest: found.lowest, oldest: found.oldest, isLast: found.walked < most };
}

/** Numbers of journals between two others, the lower one included, that match: the newest first. */
export async function selectMatching(
  books: BooksReader,
  walk: { readonly below: string | null; readonly lowest: string; readonly limit: number },
  { kind, from, until, ...leg }: JournalFilter,
): Promise<readonly string[]> {
  const anyLeg = leg.account === undefined && leg.assetId === undefined && leg.amounts === undefined;
  const { rows } = await sql<{ id: string }>`
    SELECT j.id::text AS id FROM ledger.journals j
     WHERE j.id >= ${walk.lowest}::bigint AND (${walk.below}::bigint IS NULL OR j.id < ${walk.below}::bigint)
       AND (${kind ?? null}::text IS NULL OR j.kind = ${kind ?? null})
       AND (${from ?? null}::timestamptz IS NULL OR j.created_at >= ${from ?? null})
       AND (${until ?? null}::timestamptz IS NULL OR j.created_at < ${until ?? null})
       AND (${anyLeg} OR EXISTS (
         SELECT FROM ledger.transfers t
          WHERE t.journal_id = j.id
            AND (${leg.assetId ?? null}::text IS NULL OR t.asset = ${leg.assetId ?? null})
            AND (${leg.amounts === undefined} OR EXISTS (
              SELECT FROM unnest(${leg.amounts?.map(({ assetId }) => assetId) ?? []}::text[],
                                 ${leg.amounts?.map(({ units }) => units) ?? []}::numeric[]) AS w (asset, units)
               WHERE w.asset = t.asset AND w.units = t.amount))
            AND (${leg.account ?? null}::text IS NULL OR EXISTS (
              SELECT FROM ledger.accounts a
               WHERE a.id IN (t.debit_account_id, t.credit_account_id)
                 AND (a.class = ${leg.account ?? null} OR a.code = ${leg.account ?? null} OR a.id::text = ${leg.account ?? null})))))
     ORDER BY j.id DESC LIMIT ${walk.limit}`.execute(books);
  return rows.map(({ id }) => id);
}

/** Moves of some customers' accounts below a number of a transfer, the newest first. */
export async function selectMoves(
  books: BooksReader,
  {
    accounts,
    below,
    most,
  }: { readonly accounts: readonly string[]; readonly below: string | null; readonly most: number },
): Promise<readonly { readonly transferId: string; readonly journalId: string; readonly at: Date }[]> {
  const { rows } = await sql<{ transfer_id: string; journal_id: string; at: Date }>`
    SELECT m.transfer_id::text AS transfer_id, t.journal_id::text AS journal_id, j.created_at AS at
      FROM (
        SELECT e.transfer_id FROM unnest(${[...accounts]}::bigint[]) AS a (id)
         CROSS JOIN LATERAL (
           SELECT transfer_id FROM ledger.entries
            WHERE account_id = a.id AND call_id IS NULL AND (${below}::bigint IS NULL OR transfer_id < ${below}::bigint)
            ORDER BY transfer_id DESC LIMIT ${most}) AS e
         GROUP BY e.transfer_id ORDER BY e.transfer_id DESC LIMIT ${most}
      ) m
      JOIN ledger.transfers t ON t.id = m.transfer_id
      JOIN ledger.journals j ON j.id = t.journal_id
     ORDER BY m.transfer_id DESC`.execute(books);
  return rows.map((row) => ({ transferId: row.transfer_id, journalId: row.journal_id, at: row.at }));
}

/** Which of these journals match, in no order. */
export async function selectAmong(
  books: BooksReader,
  ids: readonly string[],
  { kind, assetId, amounts, from, until }: JournalFilter,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT j.id::text AS id FROM ledger.journals j
     WHERE j.id = ANY(${[...ids]}::bigint[])
       AND (${kind ?? null}::text IS NULL OR j.kind = ${kind ?? null})
       AND (${from ?? null}::timestamptz IS NULL OR j.created_at >= ${from ?? null})
       AND (${until ?? null}::timestamptz IS NULL OR j.created_at < ${until ?? null})
       AND EXISTS (
         SELECT FROM ledger.transfers t
          WHERE t.journal_id = j.id AND (${assetId ?? null}::text IS NULL OR t.asset = ${assetId ?? null})
            AND (${amounts === undefined} OR EXISTS (
              SELECT FROM unnest(${amounts?.map((each) => each.assetId) ?? []}::text[],
                                 ${amounts?.map(({ units }) => units) ?? []}::numeric[]) AS w (asset, units)
               WHERE w.asset = t.asset AND w.units = t.amount)))`.execute(books);
  return new Set(rows.map(({ id }) => id));
}

/** A journal by its number or by its idempotency key. */
export async function selectByName(books: BooksReader, name: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM ledger.journals
     WHERE idempotency_key = ${name} OR id = ${numberIn(name)}::bigint
     ORDER BY journals.id DESC`.execute(books);
  return rows.map(({ id }) => id);
}

/** Accounts of customers: those of a person's wallets, or the one of this number. */
export async function selectCustomerAccounts(
  books: BooksReader,
  { walletIds, account }: { readonly walletIds: readonly string[] | undefined; readonly account: string | undefined },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM ledger.accounts
     WHERE class = 'customer'
       AND (${walletIds === undefined} OR wallet_id = ANY(${[...(walletIds ?? [])]}::uuid[]))
       AND (${account === undefined} OR id = ${numberIn(account ?? '')}::bigint)
       AND (${walletIds !== undefined} OR ${account !== undefined})`.execute(books);
  return rows.map(({ id }) => id);
}

type RowOfJournal = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly key: string;
  readonly legs: number;
  readonly amounts: Readonly<Partial<Record<AssetId, string>>> | null;
  readonly people: readonly string[] | null;
};

/** Some journals in a few words, in the order asked for. */
export async function selectJournalRows(books: BooksReader, ids: readonly string[]): Promise<JournalRowView[]> {
  const { rows } = await sql<RowOfJournal>`
    SELECT j.id::text AS id, j.created_at AS at, j.kind, j.idempotency_key AS key,
           (SELECT count(*)::int FROM ledger.transfers t WHERE t.journal_id = j.id) AS legs,
           (SELECT jsonb_object_agg(s.asset, s.amount::text) FROM (
              SELECT t.asset, sum(t.amount) AS amount FROM ledger.transfers t WHERE t.journal_id = j.id GROUP BY t.asset
            ) s) AS amounts,
           (SELECT array_agg(s.public_id) FROM (
              SELECT DISTINCT p.public_id FROM ledger.transfers t
                JOIN ledger.accounts a ON a.id IN (t.debit_account_id, t.credit_account_id)
                JOIN people p ON p.id = a.owner_id
               WHERE t.journal_id = j.id ORDER BY p.public_id LIMIT 3) s) AS people
      FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS wanted (id, place)
      JOIN ledger.journals j ON j.id = wanted.id
     ORDER BY wanted.place`.execute(books);
  return toWire(
    rows.map(({ amounts, people, ...row }) => ({
      ...row,
      amounts: Object.entries(amounts ?? {}).map(([assetId, amount]) => ({ assetId: assetId as AssetId, amount })),
      people: [...(people ?? [])],
    })),
  );
}

type StoredLeg = Omit<JournalView['transfers'][number], 'debit' | 'credit'> & {
  readonly debit: string;
  readonly credit: string | null;
};

/** The legs of a journal, each with the numbers of its accounts. */
export async function selectLegs(books: BooksReader, journalId: string): Promise<readonly StoredLeg[]> {
  const { rows } = await sql<{
    id: string;
    leg: number;
    state: StoredLeg['state'];
    code: string;
    debit: string;
    credit: string | null;
    asset: AssetId;
    amount: string;
    held_by: string | null;
  }>`
    SELECT t.id::text AS id, t.leg, t.state, t.code, t.debit_account_id::text AS debit, t.credit_account_id::text AS credit,
           t.asset, t.amount::text AS amount,
           (SELECT h.journal_id::text FROM ledger.transfers h WHERE h.id = t.pending_id) AS held_by
      FROM ledger.transfers t WHERE t.journal_id = ${journalId}::bigint ORDER BY t.leg`.execute(books);
  return rows.map(({ asset, held_by, ...row }) => ({ ...row, assetId: asset, heldBy: held_by }));
}
