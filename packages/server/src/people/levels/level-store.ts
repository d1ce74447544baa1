import { assert } from '@tern/base/assert';
import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { Movement } from './kept-money.ts';
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

/** Everything that a person has of each coin, waiting to leave or not, with the wallets it is in. */
export async function selectHoldings(
  db: DbReader,
  personId: PersonId,
): Promise<
  readonly { readonly walletId: WalletId; readonly asset: AssetId; readonly posted: Units; readonly held: Units }[]
> {
  const { rows } = await sql<{ wallet_id: WalletId; asset: AssetId; posted: string; held: string }>`
    SELECT a.wallet_id, a.asset, a.posted::text AS posted, a.held::text AS held
      FROM wallets w JOIN ledger.accounts a ON a.wallet_id = w.id AND a.class = 'customer'
     WHERE w.person_id = ${personId}`.execute(db);
  return rows.map((row) => ({
    walletId: row.wallet_id,
    asset: row.asset,
    posted: unitsFromWire(row.posted),
    held: unitsFromWire(row.held),
  }));
}

/**
 * What journals changed in everything that a person has of each coin since a moment, in their order. Moves between their own
 * wallets change nothing.
 */
export async function selectMovements(
  db: DbReader,
  { accounts }: { readonly accounts: readonly { readonly accountId: string; readonly after: string }[] },
): Promise<readonly Movement[]> {
  const { rows } = await sql<{ journal: string; asset: AssetId; amount: string }>`
    SELECT t.journal_id::text AS journal, t.asset, sum(e.amount)::text AS amount
      FROM unnest(${accounts.map(({ accountId }) => accountId)}::bigint[], ${accounts.map(({ after }) => after)}::bigint[])
        AS a (account_id, after)
      JOIN ledger.entries e ON e.account_id = a.account_id AND e.transfer_id > a.after
      JOIN ledger.transfers t ON t.id = e.transfer_id
     GROUP BY t.journal_id, t.asset HAVING sum(e.amount) <> 0 ORDER BY t.journal_id, t.asset`.execute(db);
  return rows.map(({ journal, asset, amount }) => ({ journal, asset, amount: BigInt(amount) }));
}
