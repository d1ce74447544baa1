import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Something that people were told, that a copy beside knows and the restored database does not. */
export type LostThing = {
  readonly kind: 'payout' | 'transfer' | 'swap' | 'person';
  readonly id: string;
  readonly personId: string;
  /** For people: what it was, in base units. */
  readonly what: string;
  /** How far it had come. `signed` and later of a payout: it is paid, or may be paid any moment. */
  readonly state: string;
  readonly txId: string | null;
  readonly at: Date;
};

/** A commit may be later than the moment in its rows; nothing here takes longer. */
const slack = '1 hour';

/**
 * Compares a database that was set back to a moment with a copy that was brought forward further. Deposits are not in the
 * answer: the worker reads them from the chain again.
 */
export async function findLost({
  restored,
  aside,
  since,
}: {
  readonly restored: Database;
  readonly aside: Database;
  readonly since: Date;
}): Promise<readonly LostThing[]> {
  const { rows: later } = await selectLater(aside, since);
  const { rows: known } = await sql<{ id: string }>`
    SELECT id FROM withdrawals WHERE id = ANY(${later.map(({ id }) => id)}::uuid[])
    UNION ALL SELECT id FROM swaps WHERE id = ANY(${later.map(({ id }) => id)}::uuid[])
    UNION ALL SELECT id FROM people WHERE id = ANY(${later.map(({ id }) => id)}::uuid[])`.execute(restored.kysely);
  const there = new Set(known.map(({ id }) => id));
  return later.filter(({ id }) => !there.has(id));
}

function selectLater(aside: Database, since: Date) {
  return sql<LostThing>`
    SELECT CASE w.settlement WHEN 'chain' THEN 'payout' ELSE 'transfer' END AS kind, w.id, w.person_id AS "personId",
      format('%s %s and fee %s to %s', w.amount, w.asset_id, w.fee, w.to_address) AS what, w.state,
      (SELECT a.tx_id FROM withdrawal_attempts a WHERE a.withdrawal_id = w.id AND a.state IN ('signed', 'succeeded')) AS "txId",
      w.created_at AS at
      FROM withdrawals w
     WHERE w.created_at > ${since}::timestamptz - ${slack}::interval AND w.state NOT IN ('rejected', 'cancelled', 'failed')
    UNION ALL
    SELECT 'swap', s.id, s.person_id, format('%s %s for %s %s', s.amount_out, s.asset_out, s.amount_in, s.asset_in),
      'completed', NULL, s.created_at
      FROM swaps s WHERE s.created_at > ${since}::timestamptz - ${slack}::interval
    UNION ALL
    SELECT 'person', p.id, p.id, format('user ID %s', p.public_id), p.state, NULL, p.created_at
      FROM people p WHERE p.created_at > ${since}::timestamptz - ${slack}::interval
    ORDER BY at`.execute(aside.kysely);
}
