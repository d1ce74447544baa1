import type { OperatorId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { firstRule, versionOf, type ScreeningRule } from './screening-rule.ts';
import type { RuleVersion } from './screening.ts';

type StoredRule = Omit<ScreeningRule, 'closedFrom'> & { readonly closedFrom: string };

const columns = sql`r.version, r.asks_sends AS sends, r.asks_deposits AS deposits, r.closed_from::text AS "closedFrom"`;

function ruleOf<Row extends StoredRule>(row: Row): Omit<Row, 'closedFrom'> & { readonly closedFrom: Units } {
  return { ...row, closedFrom: unitsFromWire(row.closedFrom) };
}

/** The rule in force. */
export async function readRule(db: DbReader): Promise<ScreeningRule> {
  const { rows } = await sql<StoredRule>`
    SELECT ${columns} FROM screening_rules r ORDER BY r.version DESC LIMIT 1`.execute(db);
  return rows[0] === undefined ? firstRule : ruleOf(rows[0]);
}

/** The version of the rule in force, as a hold keeps it. */
export async function readRuleVersion(db: DbReader): Promise<RuleVersion> {
  return versionOf(await readRule(db));
}

/** The rule under which money was held; null where it names none. */
export async function findRule(db: DbReader, version: RuleVersion): Promise<ScreeningRule | null> {
  if (version === null) return null;
  const { rows } = await sql<StoredRule>`
    SELECT ${columns} FROM screening_rules r WHERE r.version = ${version}`.execute(db);
  return rows[0] === undefined ? null : ruleOf(rows[0]);
}

/** A rule with who decided it when and why. */
export type DecidedRule = ScreeningRule & {
  readonly decidedAt: Date;
  readonly proposedBy: OperatorId;
  readonly decidedBy: OperatorId;
  readonly note: string;
};

/** Rules as they were decided, the newest first; from behind the version `before` on. */
export async function selectRules(
  db: DbReader,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly DecidedRule[]> {
  const { rows } = await sql<StoredRule & Omit<DecidedRule, keyof ScreeningRule>>`
    SELECT ${columns}, r.decided_at AS "decidedAt", h.proposed_by AS "proposedBy", h.decided_by AS "decidedBy", h.note
      FROM screening_rules r JOIN house_changes h ON h.id = r.change_id
     WHERE ${before ?? null}::int IS NULL OR r.version < ${before ?? null}::int
     ORDER BY r.version DESC LIMIT ${limit}`.execute(db);
  return rows.map(ruleOf);
}

/** Decisions about the rule come one after the other until the transaction ends. */
export async function lockRule(tx: DbTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('screening-rule', 0))`.execute(tx);
}

/** Writes the next rule, as two operators decided in `changeId`; it is in force from the end of the transaction on. */
export async function insertRule(tx: DbTx, rule: ScreeningRule & { readonly changeId: string }): Promise<void> {
  await sql`
    INSERT INTO screening_rules (version, asks_sends, asks_deposits, closed_from, change_id)
    VALUES (${rule.version}, ${rule.sends}, ${rule.deposits}, ${rule.closedFrom}, ${rule.changeId})`.execute(tx);
}
