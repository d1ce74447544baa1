import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import type { FactorReset, FactorResetState } from './factor-reset.ts';

function waitingResets(db: DbReader) {
  return db
    .selectFrom('factor_resets')
    .select([
      'id',
      'person_id',
      'started_at',
      'ready_at',
      sql<string>`(SELECT count(*) FROM factor_reset_decisions d WHERE d.reset_id = factor_resets.id AND decision = 'approve')`.as(
        'approvals',
      ),
      sql<boolean>`EXISTS (SELECT FROM factor_reset_decisions d WHERE d.reset_id = factor_resets.id AND decision = 'refuse')`.as(
        'refused',
      ),
    ])
    .where('state', '=', 'waiting');
}

type Row = Awaited<ReturnType<ReturnType<typeof waitingResets>['executeTakeFirstOrThrow']>>;

function toReset(row: Row): FactorReset {
  return {
    id: row.id,
    personId: row.person_id,
    startedAt: row.started_at,
    readyAt: row.ready_at,
    approvals: Number(row.approvals),
    refused: row.refused,
  };
}

export async function findWaitingReset(db: DbReader, personId: PersonId): Promise<FactorReset | undefined> {
  const row = await waitingResets(db).where('person_id', '=', personId).executeTakeFirst();
  return row && toReset(row);
}

/** A reset that waits, by its id. */
export async function findWaitingResetById(db: DbReader, id: string): Promise<FactorReset | undefined> {
  const row = await waitingResets(db).where('id', '=', id).executeTakeFirst();
  return row && toReset(row);
}

/** What an operator said about a reset. */
export type ResetDecision = {
  readonly resetId: string;
  readonly operatorId: OperatorId;
  readonly decision: 'approve' | 'refuse';
  readonly reason: string;
  readonly at: Date;
};

/** What operators said about these resets, in order. */
export async function selectResetDecisions(
  db: DbReader,
  resetIds: readonly string[],
): Promise<readonly ResetDecision[]> {
  const { rows } = await sql<ResetDecision>`
    SELECT reset_id AS "resetId", operator_id AS "operatorId", decision, reason, at
      FROM factor_reset_decisions WHERE reset_id = ANY (${[...resetIds]}::uuid[]) ORDER BY at, operator_id`.execute(db);
  return rows;
}

const startedAt = sql`factor_resets.started_at`;
const resetId = sql`factor_resets.id`;

/** Resets that wait, the oldest first, each with its place in the list. Throws `INPUT_INVALID` for a place that is none. */
export async function listWaitingResets(
  db: DbReader,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly (FactorReset & { readonly place: string })[]> {
  const rows = await waitingResets(db)
    .select(exactPlace(startedAt, resetId).as('place'))
    .where(isBehind(startedAt, resetId, after))
    .orderBy('started_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toReset(row), place: row.place }));
}

/** Up to `limit` resets that may have to end, locked for this transaction alone. */
export async function lockEndingResets(
  tx: DbTx,
  { now, openMs, limit }: { readonly now: Date; readonly openMs: number; readonly limit: number },
): Promise<readonly FactorReset[]> {
  const rows = await waitingResets(tx)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('factor_reset_decisions')
            .select('reset_id')
            .whereRef('reset_id', '=', 'factor_resets.id')
            .where('decision', '=', 'refuse'),
        ),
        eb.and([
          eb('ready_at', '<=', now),
          sql<boolean>`(SELECT count(*) FROM factor_reset_decisions d WHERE d.reset_id = factor_resets.id AND decision = 'approve') >= 2`,
        ]),
        eb('started_at', '<=', new Date(now.getTime() - openMs)),
      ]),
    )
    .orderBy('started_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(toReset);
}

/** Locks the reset if it still waits; undefined when it does not. */
export async function lockWaitingReset(tx: DbTx, id: string): Promise<FactorReset | undefined> {
  const row = await waitingResets(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toReset(row);
}

/** Starts a reset; false when one waits already. */
export async function insertReset(
  tx: DbTx,
  reset: { readonly id: string; readonly personId: PersonId; readonly now: Date; readonly readyAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('factor_resets')
    .values({
      id: reset.id,
      person_id: reset.personId,
      started_at: reset.now,
      ready_at: reset.readyAt,
      told_at: reset.now,
    })
    // A word of the statement, as it is in the index: with a parameter a kept plan would not find the index again.
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .where(sql<boolean>`state = 'waiting'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends the reset that waits for this person; false when none does. */
export async function endWaitingReset(
  tx: DbTx,
  personId: PersonId,
  { state, now }: { readonly state: Exclude<FactorResetState, 'waiting'>; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('factor_resets')
    .set({ state, ended_at: now })
    .where('person_id', '=', personId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const dayMs = 86_400_000;

/** Takes up to `limit` resets whose people were not told for a day, and notes that they are told now. */
export async function takeUntoldResets(
  tx: DbTx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly { readonly personId: PersonId; readonly readyAt: Date }[]> {
  const { rows } = await sql<{ person_id: PersonId; ready_at: Date }>`
    UPDATE factor_resets SET told_at = ${now}
    WHERE id IN (
      SELECT id FROM factor_resets WHERE state = 'waiting' AND told_at <= ${new Date(now.getTime() - dayMs)}
      ORDER BY told_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING person_id, ready_at`.execute(tx);
  return rows.map(({ person_id, ready_at }) => ({ personId: person_id, readyAt: ready_at }));
}

/** Keeps an operator's word; false when they have given one. */
export async function insertResetDecision(
  tx: DbTx,
  word: {
    readonly resetId: string;
    readonly operatorId: OperatorId;
    readonly decision: 'approve' | 'refuse';
    readonly reason: string;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('factor_reset_decisions')
    .values({
      reset_id: word.resetId,
      operator_id: word.operatorId,
      decision: word.decision,
      reason: word.reason,
    })
    .onConflict((conflict) => conflict.columns(['reset_id', 'operator_id']).doNothing())
    .returning('reset_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
