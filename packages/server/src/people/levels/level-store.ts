import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { HoldKind } from '@tern/ledger/chart';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire } from '@tern/money/units';
import { sql } from 'kysely';
import type { Booked, OpenHold } from './kept-money.ts';
import type { LevelDecision, LevelLimit, LimitsVersion } from './level.ts';

/** All versions of the limits, the oldest first, and the moment by the database's clock. */
export async function selectLimits(
  db: DbReader,
): Promise<{ readonly versions: readonly LimitsVersion[]; readonly now: Date }> {
  const { rows } = await sql<{ version: number | null; limits: (string | null)[]; effective_at: Date; now: Date }>`
    SELECT l.version, l.limits::text[] AS limits, l.effective_at, moment.now
      FROM (SELECT clock_timestamp() AS now) moment LEFT JOIN level_limits l ON true ORDER BY l.version`.execute(db);
  const [first] = rows;
  assert(first !== undefined, 'there is always a moment');
  return {
    versions: rows.flatMap(({ version, limits, effective_at: effectiveAt }) =>
      version === null ? [] : [{ version, limits: limits.map(limitFromWire), effectiveAt }],
    ),
    now: first.now,
  };
}

const limitFromWire = (limit: string | null): LevelLimit => (limit === null ? null : unitsFromWire(limit));

/** Decisions about the limits come one after the other until the transaction ends. */
export async function lockLimits(tx: DbTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('level-limits', 0))`.execute(tx);
}

/** Writes the next version, as two operators decided in `changeId`. Returns from when on it is in force. */
export async function insertLimits(
  tx: DbTx,
  next: { readonly version: number; readonly limits: readonly LevelLimit[]; readonly changeId: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ effective_at: Date }>`
    INSERT INTO level_limits (version, limits, change_id)
    VALUES (${next.version}, ${[...next.limits]}::numeric[], ${next.changeId}) RETURNING effective_at`.execute(tx);
  return rows[0]?.effective_at;
}

/** What was decided about these people; about whom nothing was is absent. */
export async function selectDecisions(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, readonly LevelDecision[]>> {
  const { rows } = await sql<{ person_id: PersonId; id: string; level: number; from_at: Date; ends_at: Date | null }>`
    SELECT person_id, id::text AS id, level, from_at, ends_at FROM person_levels
     WHERE person_id = ANY (${[...personIds]}::uuid[])`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ person_id: personId }) => personId)].map(([personId, decided]) => [
      personId,
      decided.map(({ id, level, from_at: fromAt, ends_at: endsAt }) => ({ id: BigInt(id), level, fromAt, endsAt })),
    ]),
  );
}

/** What was decided about a person, with the reference of each check, newest first: what is told to its owner. */
export async function selectOwnLevels(
  db: DbReader,
  personId: PersonId,
): Promise<
  readonly { readonly level: number; readonly reference: string; readonly from: Date; readonly until: Date | null }[]
> {
  const { rows } = await sql<{ level: number; reference: string; from: Date; until: Date | null }>`
    SELECT level, reference, from_at AS "from", ends_at AS until FROM person_levels
     WHERE person_id = ${personId} ORDER BY id DESC`.execute(db);
  return rows;
}

/** Gives a person a level, as two operators decided in `changeId`, to the end of the day `until`. Returns from when on. */
export async function insertDecision(
  tx: DbTx,
  decided: {
    readonly personId: PersonId;
    readonly level: number;
    readonly reference: string;
    readonly until: string | null;
    readonly changeId: string;
  },
): Promise<Date | undefined> {
  const { rows } = await sql<{ from_at: Date }>`
    INSERT INTO person_levels (person_id, level, reference, ends_at, change_id)
    VALUES (${decided.personId}, ${decided.level}, ${decided.reference},
            (${decided.until}::date + 1)::timestamp AT TIME ZONE 'UTC', ${decided.changeId}) RETURNING from_at`.execute(
    tx,
  );
  return rows[0]?.from_at;
}

/** Whether the day ends early enough for a level to last two days from now on: a lower one begins after the first. */
export async function isDayFarEnough(db: DbReader, day: string): Promise<boolean> {
  const { rows } = await sql<{ far: boolean }>`
    SELECT (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' > clock_timestamp() + interval '48 hours' AS far`.execute(
    db,
  );
  return rows[0]?.far === true;
}

/** Nothing of a person's levels stays when their account is closed. */
export async function deleteDecisions(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`DELETE FROM person_levels WHERE person_id = ${personId}`.execute(tx);
}

type Accounts = readonly { readonly accountId: string; readonly after: string }[];

/**
 * What journals changed in everything that a person has of each coin since a moment, and what is held of it now, read at
 * once: a hold is never counted beside the booking that ended it. Moves between their own wallets change nothing.
 */
export async function selectMovements(
  db: DbReader,
  { accounts }: { readonly accounts: Accounts },
): Promise<{ readonly booked: readonly Booked[]; readonly open: readonly OpenHold[] }> {
  const { rows } = await sql<{
    journal: string;
    held_by: string | null;
    open_kind: HoldKind | null;
    asset: AssetId;
    amount: string;
  }>`
    WITH own AS (
      SELECT account_id, after FROM unnest(${accounts.map(({ accountId }) => accountId)}::bigint[],
        ${accounts.map(({ after }) => after)}::bigint[]) AS a (account_id, after)
    )
    SELECT t.journal_id::text AS journal, h.journal_id::text AS held_by, NULL AS open_kind, t.asset, sum(e.amount)::text AS amount
      FROM own JOIN ledger.entries e ON e.account_id = own.account_id AND e.transfer_id > own.after
      JOIN ledger.transfers t ON t.id = e.transfer_id
      LEFT JOIN ledger.transfers h ON h.id = t.pending_id
     GROUP BY t.journal_id, h.journal_id, t.asset HAVING sum(e.amount) <> 0
    UNION ALL
    SELECT h.journal_id::text, NULL, j.kind, h.asset, o.amount::text
      FROM own JOIN ledger.open_holds o ON o.account_id = own.account_id
      JOIN ledger.transfers h ON h.id = o.pending_id JOIN ledger.journals j ON j.id = h.journal_id`.execute(db);
  const booked: Booked[] = [];
  const open: OpenHold[] = [];
  for (const { journal, held_by: heldBy, open_kind: kind, asset, amount } of rows) {
    const at = BigInt(journal);
    if (kind !== null) open.push({ journal: at, kind, asset, amount: unitsFromWire(amount) });
    else booked.push({ journal: at, heldBy: heldBy === null ? null : BigInt(heldBy), asset, amount: BigInt(amount) });
  }
  return { booked, open };
}
