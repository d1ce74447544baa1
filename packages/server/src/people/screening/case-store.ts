import type { DepositId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { CaseEvidence, CaseReason } from '@tern/contracts/refused-addresses';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { holdHours, reasonOf, type NewCase, type RuleVersion } from './screening.ts';

export type ScreeningCase = {
  readonly withdrawalId: WithdrawalId;
  readonly address: string;
  readonly reason: CaseReason;
  readonly evidence: readonly CaseEvidence[];
  readonly openedAt: Date;
  readonly until: Date;
  readonly ruleVersion: RuleVersion;
  /** Whether its deadline has passed, by database time. */
  readonly isOver: boolean;
};

const columns = sql`c.withdrawal_id AS "withdrawalId", c.address, c.reason, c.evidence, c.opened_at AS "openedAt", c.until,
  c.rule_version AS "ruleVersion", c.until <= clock_timestamp() AS "isOver"`;

/** Holds sends for a person's decision until `holdHours` from now, by database time. A send has one case at most. */
export async function insertCases(tx: DbTx, cases: readonly NewCase[]): Promise<void> {
  if (cases.length === 0) return;
  await sql`
    INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, until, rule_version)
    SELECT withdrawal_id, address, reason, evidence::jsonb, clock_timestamp() + make_interval(hours => ${holdHours}), rule_version
      FROM unnest(${cases.map(({ withdrawalId }) => withdrawalId)}::uuid[], ${cases.map(({ address }) => address)}::text[],
        ${cases.map(({ evidence }) => reasonOf(evidence))}::text[],
        ${cases.map(({ evidence }) => JSON.stringify(evidence))}::text[], ${cases.map(({ ruleVersion }) => ruleVersion)}::int[])
        AS c (withdrawal_id, address, reason, evidence, rule_version)
    ON CONFLICT ON CONSTRAINT screening_cases_pkey DO NOTHING`.execute(tx);
}

/** The case of a send; undefined where it never had one. */
export async function findCase(db: DbReader, id: WithdrawalId): Promise<ScreeningCase | undefined> {
  const { rows } = await sql<ScreeningCase>`
    SELECT ${columns} FROM screening_cases c WHERE c.withdrawal_id = ${id}`.execute(db);
  return rows[0];
}

/**
 * The case of the send that a record tells of; undefined where it never had one, and where its deadline returns nothing: it may
 * have been paid before the database was set back.
 */
export async function findCaseOfRecord(db: DbReader, id: RecordId): Promise<ScreeningCase | undefined> {
  const { rows } = await sql<ScreeningCase>`
    SELECT ${columns} FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id WHERE w.record_id = ${id}
       AND NOT may_have_paid(w.id)`.execute(db);
  return rows[0];
}

/** Sends that nobody has decided about in time, the longest first. */
export async function listOverdueCases(db: DbReader, limit: number): Promise<readonly WithdrawalId[]> {
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT c.withdrawal_id AS id FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
     WHERE w.state = 'under-review' AND c.until <= clock_timestamp()
       AND NOT may_have_paid(w.id)
     ORDER BY c.until LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A case of a send or of a deposit, as a list shows it. */
export type CaseRow = Omit<ScreeningCase, 'withdrawalId' | 'isOver' | 'ruleVersion'> & {
  readonly kind: 'send' | 'deposit';
  readonly id: WithdrawalId | DepositId;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** USDT base units when it was asked for or credited; null without a price. */
  readonly usdtValue: Units | null;
  /** That of the send. Of a deposit how its case ended, and `under-review` until then. */
  readonly state: string;
};

type StoredRow = Omit<CaseRow, 'amount' | 'usdtValue'> & {
  readonly amount: string;
  readonly usdtValue: string | null;
};

/** Every case there is; whoever reads it says which. */
const everyCase = sql`(
  SELECT 'send' AS kind, c.withdrawal_id AS id, c.address, c.reason, c.evidence, c.opened_at, c.until, w.asset_id, w.amount,
         w.usdt_value, w.state, w.state = 'under-review' AS is_open
    FROM screening_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
  UNION ALL
  SELECT 'deposit', c.deposit_id, d.from_address, c.reason, c.evidence, c.opened_at, c.until, d.asset, d.amount,
         c.usdt_value, coalesce(c.outcome, 'under-review'), c.outcome IS NULL
    FROM deposit_cases c JOIN deposits d ON d.id = c.deposit_id)`;

const columnsOfRow = sql`c.kind, c.id, c.address, c.reason, c.evidence, c.opened_at AS "openedAt", c.until,
  c.asset_id AS "assetId", c.amount::text AS amount, c.usdt_value::text AS "usdtValue", c.state`;

/** The place of an open case in its list. What has no value stands first: nobody can say that it is small. */
export type OpenCasePlace = Pick<CaseRow, 'id' | 'usdtValue'>;

/**
 * Cases that wait for a decision, the largest value first, so that nobody hides a large one behind many small ones; from
 * behind `after` on.
 */
export async function selectOpenCases(
  db: DbReader,
  { after, limit }: { readonly after?: OpenCasePlace | undefined; readonly limit: number },
): Promise<readonly CaseRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columnsOfRow} FROM ${everyCase} c
     WHERE c.is_open AND (${after?.id ?? null}::uuid IS NULL
       OR (coalesce(c.usdt_value, 'infinity'), c.id) < (coalesce(${after?.usdtValue ?? null}::numeric, 'infinity'), ${after?.id ?? null}::uuid))
     ORDER BY coalesce(c.usdt_value, 'infinity') DESC, c.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(caseOf);
}

/** Cases that have ended, by the time of what they were about, the newest first; from behind `before` on. */
export async function selectEndedCases(
  db: DbReader,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly CaseRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columnsOfRow} FROM ${everyCase} c
     WHERE NOT c.is_open AND (${before ?? null}::uuid IS NULL OR c.id < ${before ?? null})
     ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(caseOf);
}

function caseOf(row: StoredRow): CaseRow {
  const usdtValue = row.usdtValue === null ? null : unitsFromWire(row.usdtValue);
  return { ...row, amount: unitsFromWire(row.amount), usdtValue };
}
