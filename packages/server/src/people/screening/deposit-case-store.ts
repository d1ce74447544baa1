import type { DepositId, OperatorId, PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { CaseEvidence, CaseReason } from '@tern/contracts/refused-addresses';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { firstRule } from './screening-rule.ts';
import { reasonOf, type HeldDeposit, type NewDepositCase, type RuleVersion, type ValuedDeposit } from './screening.ts';

/** Has the outside service asked about the senders of these deposits, which are held meanwhile: `holdHours` at most from the hold on. */
export async function insertDepositChecks(tx: DbTx, held: readonly ValuedDeposit[]): Promise<void> {
  if (held.length === 0) return;
  await sql`
    INSERT INTO deposit_checks (deposit_id, pending_id, record_id, usdt_value, rule_version)
    SELECT deposit_id, pending_id, record_id, usdt_value, rule_version
      FROM unnest(${held.map(({ depositId }) => depositId)}::uuid[], ${held.map(({ pendingId }) => pendingId)}::bigint[],
        ${held.map(({ recordId }) => recordId)}::uuid[], ${held.map(({ usdtValue }) => usdtValue)}::numeric[],
        ${held.map(({ ruleVersion }) => ruleVersion)}::int[])
        AS c (deposit_id, pending_id, record_id, usdt_value, rule_version)`.execute(tx);
}

/** Holds deposits for a person's decision: `holdHours` at most from the hold on, also where the service was asked before. */
export async function insertDepositCases(tx: DbTx, cases: readonly NewDepositCase[]): Promise<void> {
  if (cases.length === 0) return;
  await sql`
    INSERT INTO deposit_cases (deposit_id, pending_id, record_id, reason, evidence, usdt_value, rule_version)
    SELECT c.deposit_id, c.pending_id, c.record_id, c.reason, c.evidence::jsonb, c.usdt_value, c.rule_version
      FROM unnest(${cases.map(({ depositId }) => depositId)}::uuid[], ${cases.map(({ pendingId }) => pendingId)}::bigint[],
          ${cases.map(({ recordId }) => recordId)}::uuid[], ${cases.map(({ evidence }) => reasonOf(evidence))}::text[],
          ${cases.map(({ evidence }) => JSON.stringify(evidence))}::text[], ${cases.map(({ usdtValue }) => usdtValue)}::numeric[],
          ${cases.map(({ ruleVersion }) => ruleVersion)}::int[])
        AS c (deposit_id, pending_id, record_id, reason, evidence, usdt_value, rule_version)`.execute(tx);
}

/** A deposit about which the service is to be asked, `attempts` times with this one. */
export type DepositCheck = ValuedDeposit & {
  readonly attempts: number;
  /** From this value on a missing answer holds it, by the rule under which it is held: USDT base units. */
  readonly closedFrom: Units;
  readonly asset: AssetId;
  readonly amount: Units;
  /** Its sender. */
  readonly address: string;
};

/** Takes up to `limit` questions that are due, and puts them off: whoever takes them and dies leaves them to the next one. */
export async function claimDepositChecks(
  db: DbReader,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<readonly DepositCheck[]> {
  const { rows } = await sql<
    Omit<DepositCheck, 'amount' | 'usdtValue' | 'closedFrom'> & {
      readonly amount: string;
      readonly usdtValue: string | null;
      readonly closedFrom: string | null;
    }
  >`
    UPDATE deposit_checks k SET attempts = k.attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM deposits d
     WHERE d.id = k.deposit_id AND k.deposit_id IN (
       SELECT deposit_id FROM deposit_checks WHERE due_at <= clock_timestamp()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING k.deposit_id AS "depositId", k.pending_id AS "pendingId", k.record_id AS "recordId", k.usdt_value::text AS "usdtValue",
      k.rule_version AS "ruleVersion",
      (SELECT r.closed_from::text FROM screening_rules r WHERE r.version = k.rule_version) AS "closedFrom",
      k.attempts, d.asset, d.amount::text AS amount, d.from_address AS address`.execute(db);
  return rows.map((row) => ({
    ...row,
    amount: unitsFromWire(row.amount),
    usdtValue: row.usdtValue === null ? null : unitsFromWire(row.usdtValue),
    closedFrom: row.closedFrom === null ? firstRule.closedFrom : unitsFromWire(row.closedFrom),
  }));
}

/** Puts a question off that got no answer. */
export async function putOffDepositCheck(db: DbReader, depositId: DepositId, seconds: number): Promise<void> {
  await sql`
    UPDATE deposit_checks SET due_at = clock_timestamp() + make_interval(secs => ${seconds})
     WHERE deposit_id = ${depositId}`.execute(db);
}

/** Ends the question about a deposit. False where it has ended before. */
export async function deleteDepositCheck(tx: DbTx, depositId: DepositId): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM deposit_checks WHERE deposit_id = ${depositId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Holds the question about a deposit until the transaction ends. False where it has ended. */
export async function lockDepositCheck(tx: DbTx, depositId: DepositId): Promise<boolean> {
  const { rows } = await sql`SELECT FROM deposit_checks WHERE deposit_id = ${depositId} FOR UPDATE`.execute(tx);
  return rows.length > 0;
}

/** Ends a case, by an operator or because its time is over. False where it has ended before, or there is none. */
export async function endDepositCase(tx: DbTx, depositId: DepositId, decidedBy: OperatorId | null): Promise<boolean> {
  const outcome = decidedBy === null ? 'not-decided-in-time' : 'released';
  const { numAffectedRows } =
    decidedBy === null
      ? await sql`
          UPDATE deposit_cases SET outcome = ${outcome}
           WHERE deposit_id = ${depositId} AND outcome IS NULL`.execute(tx)
      : await sql`
          UPDATE deposit_cases SET outcome = ${outcome}, decided_by = ${decidedBy}
           WHERE deposit_id = ${depositId} AND outcome IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deposits that are held although their time is over, the longest first. */
export async function listOverdueDeposits(
  db: DbReader,
  limit: number,
): Promise<readonly (HeldDeposit & { readonly isCase: boolean })[]> {
  const { rows } = await sql<HeldDeposit & { readonly isCase: boolean }>`
    SELECT h.deposit_id AS "depositId", h.pending_id AS "pendingId", h.record_id AS "recordId", h.is_case AS "isCase" FROM (
      SELECT deposit_id, pending_id, record_id, until, true AS is_case FROM deposit_cases
       WHERE outcome IS NULL AND until <= clock_timestamp()
      UNION ALL SELECT deposit_id, pending_id, record_id, until, false FROM deposit_checks WHERE until <= clock_timestamp()
    ) h ORDER BY h.until LIMIT ${limit}`.execute(db);
  return rows;
}

/** Until when the deposit that a record tells of is held at most; undefined where it is not. */
export async function findDepositHold(db: DbReader, recordId: RecordId): Promise<{ readonly until: Date } | undefined> {
  const { rows } = await sql<{ until: Date }>`
    SELECT until FROM deposit_cases WHERE record_id = ${recordId} AND outcome IS NULL
    UNION ALL SELECT until FROM deposit_checks WHERE record_id = ${recordId}`.execute(db);
  return rows[0];
}

/** Whose a held deposit is. */
export async function findDepositOwner(
  db: DbReader,
  recordId: RecordId,
): Promise<{ readonly personId: PersonId; readonly walletId: WalletId } | undefined> {
  const { rows } = await sql<{ personId: PersonId; walletId: WalletId }>`
    SELECT person_id AS "personId", wallet_id AS "walletId" FROM records WHERE id = ${recordId}`.execute(db);
  return rows[0];
}

/** A deposit that was held for a decision. */
export type DepositCase = HeldDeposit & {
  /** Its sender. */
  readonly address: string;
  readonly toAddress: string;
  readonly txId: string;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** USDT base units when it was credited; null without a price. */
  readonly usdtValue: Units | null;
  readonly reason: CaseReason;
  readonly evidence: readonly CaseEvidence[];
  readonly ruleVersion: RuleVersion;
  readonly openedAt: Date;
  readonly until: Date;
  /** How it ended; null while it waits. */
  readonly outcome: 'released' | 'not-decided-in-time' | null;
  readonly decidedBy: OperatorId | null;
  readonly endedAt: Date | null;
  readonly personId: PersonId;
};

/** The case of a deposit; undefined where there is none. */
export async function findDepositCase(db: DbReader, depositId: DepositId): Promise<DepositCase | undefined> {
  const { rows } = await sql<
    Omit<DepositCase, 'amount' | 'usdtValue'> & { readonly amount: string; readonly usdtValue: string | null }
  >`
    SELECT c.deposit_id AS "depositId", c.pending_id AS "pendingId", c.record_id AS "recordId", d.from_address AS address, d.to_address AS "toAddress",
           d.tx_id AS "txId", d.asset AS "assetId", d.amount::text AS amount, c.usdt_value::text AS "usdtValue", c.reason, c.evidence,
           c.rule_version AS "ruleVersion", c.opened_at AS "openedAt", c.until, c.outcome, c.decided_by AS "decidedBy", c.ended_at AS "endedAt", r.person_id AS "personId"
      FROM deposit_cases c JOIN deposits d ON d.id = c.deposit_id
      JOIN records r ON r.id = c.record_id
     WHERE c.deposit_id = ${depositId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const usdtValue = row.usdtValue === null ? null : unitsFromWire(row.usdtValue);
  return { ...row, amount: unitsFromWire(row.amount), usdtValue };
}

/** What is held in a wallet for checks of deposits, by asset. */
export async function sumHeldDeposits(db: DbReader, walletId: WalletId): Promise<ReadonlyMap<AssetId, Units>> {
  const { rows } = await sql<{ asset: AssetId; held: string }>`
    SELECT t.asset, sum(h.amount)::text AS held
      FROM ledger.accounts a JOIN ledger.open_holds h ON h.account_id = a.id
      JOIN ledger.transfers t ON t.id = h.pending_id JOIN ledger.journals j ON j.id = t.journal_id AND j.kind = 'deposit-hold'
     WHERE a.wallet_id = ${walletId} AND a.class = 'customer' AND a.held > 0 GROUP BY t.asset`.execute(db);
  return new Map(rows.map(({ asset, held }) => [asset, unitsFromWire(held)]));
}
