import type { DepositId, PersonId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';

/** One leg of a journal, with whose its accounts are. */
export type Leg = {
  readonly journalId: string;
  readonly kind: string;
  readonly at: Date;
  readonly key: string;
  /** Whether money moved by it; what is held, or let go again, did not move. */
  readonly moved: boolean;
  readonly assetId: string;
  readonly amount: Units;
  readonly debit: LegAccount;
  /** Absent while a hold does not say where the money goes. */
  readonly credit: LegAccount | undefined;
};

export type LegAccount = {
  readonly id: string;
  /** `customer` or the code of an account of the house. */
  readonly code: string;
  readonly ownerId: PersonId | null;
  readonly publicId: string | null;
};

const triesMax = 20;

/** The keys under which the ledger can have something about a send. */
export function keysOfSend(id: WithdrawalId): readonly string[] {
  const tries = Array.from({ length: triesMax }, (_, index) => index + 1);
  return [
    ...['hold', 'settle', 'return'],
    ...tries.flatMap((number) => [`network-cost:${number}`, `receipt-difference:${number}`]),
  ].map((what) => `withdrawal:${id}:${what}`);
}

/** The keys under which the ledger has that a deposit was held, and that it was let go. */
export function keysOfDepositHold(id: DepositId): readonly [hold: string, end: string] {
  return [`deposit-hold:${id}`, `deposit-hold:${id}:void`];
}

/** The keys of a swap's journals: the swap, and the reward that is owed for it. */
export async function selectKeysOfSwap(db: DbReader, recordId: RecordId): Promise<readonly string[]> {
  const { rows } = await sql<{ quote_id: string }>`
    SELECT s.quote_id FROM records r JOIN swaps s ON s.id = r.source_id::uuid
     WHERE r.id = ${recordId} AND r.source_kind = 'swap'`.execute(db);
  return rows.flatMap(({ quote_id: quoteId }) => [`swap:${quoteId}`, `swap-reward:${quoteId}`]);
}

/** The journals that a record or an arrival names, and those under these keys. */
export async function selectJournalIds(
  db: DbReader,
  about: {
    readonly recordId: RecordId | null;
    readonly depositId: DepositId | null;
    readonly keys: readonly string[];
  },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT journal_id AS id FROM records WHERE id = ${about.recordId}::uuid AND journal_id IS NOT NULL
    UNION
    SELECT journal_id FROM deposits WHERE id = ${about.depositId}::uuid AND journal_id IS NOT NULL
    UNION
    SELECT journal_id FROM suspense_resolutions WHERE deposit_id = ${about.depositId}::uuid
    UNION
    SELECT id FROM ledger.journals WHERE idempotency_key = ANY(${[...about.keys]}::text[])
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

type Row = {
  readonly id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly idempotency_key: string;
  readonly moved: boolean;
  readonly asset: string;
  readonly amount: string;
  readonly debit_id: string;
  readonly debit_code: string;
  readonly debit_owner: PersonId | null;
  readonly debit_public_id: string | null;
  readonly credit_id: string | null;
  readonly credit_code: string | null;
  readonly credit_owner: PersonId | null;
  readonly credit_public_id: string | null;
};

/** Every leg of these journals, in their order. */
export async function selectLegs(db: DbReader, journalIds: readonly string[]): Promise<readonly Leg[]> {
  if (journalIds.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT j.id, j.kind, j.created_at, j.idempotency_key, t.state IN ('posted', 'post') AS moved, t.asset, t.amount,
           d.id AS debit_id, d.code AS debit_code, d.owner_id AS debit_owner, dp.public_id AS debit_public_id,
           c.id AS credit_id, c.code AS credit_code, c.owner_id AS credit_owner, cp.public_id AS credit_public_id
      FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.accounts d ON d.id = t.debit_account_id
      LEFT JOIN ledger.accounts c ON c.id = t.credit_account_id
      LEFT JOIN people dp ON dp.id = d.owner_id LEFT JOIN people cp ON cp.id = c.owner_id
     WHERE j.id = ANY(${[...journalIds]}::bigint[]) ORDER BY j.id, t.leg`.execute(db);
  return rows.map((row) => ({
    journalId: row.id,
    kind: row.kind,
    at: row.created_at,
    key: row.idempotency_key,
    moved: row.moved,
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    debit: { id: row.debit_id, code: row.debit_code, ownerId: row.debit_owner, publicId: row.debit_public_id },
    credit:
      row.credit_id === null || row.credit_code === null
        ? undefined
        : { id: row.credit_id, code: row.credit_code, ownerId: row.credit_owner, publicId: row.credit_public_id },
  }));
}
