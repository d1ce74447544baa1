import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import type { ScreeningRule } from '../screening-rule.ts';

/** A rule from now on, as a restored copy would have it: past the two operators whom the database asks for. Returns its version. */
export async function setRule(
  { db }: Pick<TestDatabase, 'db'>,
  rule: Partial<Omit<ScreeningRule, 'version' | 'closedFrom'>> & { readonly closedFrom?: bigint },
): Promise<number> {
  const { sends = true, deposits = true, closedFrom = 0n } = rule;
  return await transact(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ version: number }>`
      INSERT INTO screening_rules (version, asks_sends, asks_deposits, closed_from, decided_at, change_id)
      SELECT coalesce(max(version), 0) + 1, ${sends}, ${deposits}, ${closedFrom}, clock_timestamp(), ${randomUUID()}
        FROM screening_rules RETURNING version`.execute(tx);
    return rows[0]?.version ?? 0;
  });
}

/** As if none had been decided. */
export async function forgetRules({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await transact(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM screening_rules`.execute(tx);
  });
}
