import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Something that people were told, that a copy beside knows and the restored database does not. */
export type LostThing = {
  readonly kind: 'payout' | 'transfer' | 'swap' | 'person';
  readonly id: string;
  readonly personId: string;
  /** For people: what it was, in base units. */
  readonly what: string;
  /** How far it had come in the copy. `signed` and later of a payout: it is paid, or may be paid any moment. */
  readonly state: string;
  /** How far a payout has come in the restored database; null where nothing of it is there. */
  readonly here: string | null;
  readonly txId: string | null;
  readonly at: Date;
};

/** States of a payout in which it is paid, or may be paid at any moment. */
const maybePaid: ReadonlySet<string> = new Set(['signed', 'broadcast', 'included', 'completed']);

/** Whether its money may have left: then it is to be booked again. */
export const isMaybePaid = ({ kind, state }: Pick<LostThing, 'kind' | 'state'>): boolean =>
  kind === 'payout' && maybePaid.has(state);

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
  const ids = later.map(({ id }) => id);
  const { rows: known } = await sql<{ id: string; state: string }>`
    SELECT id, state FROM withdrawals WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, 'completed' FROM swaps WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, state FROM people WHERE id = ANY(${ids}::uuid[])`.execute(restored.kysely);
  const there = new Map(known.map(({ id, state }) => [id, state]));
  return later.flatMap((thing) => {
    const here = there.get(thing.id) ?? null;
    // Known here, and not that it was signed.
    const isBehind = here !== null && isMaybePaid(thing) && !maybePaid.has(here);
    return here === null || isBehind ? [{ ...thing, here }] : [];
  });
}

function selectLater(aside: Database, since: Date) {
  return sql<Omit<LostThing, 'here'>>`
    SELECT CASE w.settlement WHEN 'chain' THEN 'payout' ELSE 'transfer' END AS kind, w.id, w.person_id AS "personId",
      format('%s %s and fee %s to %s', w.amount, w.asset_id, w.fee, w.to_address) AS what, w.state,
      (SELECT a.tx_id FROM withdrawal_attempts a WHERE a.withdrawal_id = w.id AND a.state IN ('signed', 'succeeded')) AS "txId",
      w.created_at AS at
      FROM withdrawals w
     WHERE w.changed_at > ${since}::timestamptz - ${slack}::interval AND w.state NOT IN ('rejected', 'cancelled', 'failed')
    UNION ALL
    SELECT 'swap', s.id, s.person_id, format('%s %s for %s %s', s.amount_out, s.asset_out, s.amount_in, s.asset_in),
      'completed', NULL, s.created_at
      FROM swaps s WHERE s.created_at > ${since}::timestamptz - ${slack}::interval
    UNION ALL
    SELECT 'person', p.id, p.id, format('user ID %s', p.public_id), p.state, NULL, p.created_at
      FROM people p WHERE p.created_at > ${since}::timestamptz - ${slack}::interval
    ORDER BY at`.execute(aside.kysely);
}
