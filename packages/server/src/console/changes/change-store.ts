import type { ChangeId, DistributionId, OperatorId } from '@tern/base/ids';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { exactPlace, isBefore } from '../../platform/exact-place.ts';

export type HouseChange = {
  readonly id: ChangeId;
  readonly content: ChangeContent;
  readonly state: 'proposed' | 'done' | 'withdrawn';
  readonly note: string;
  readonly proposedBy: OperatorId;
  readonly proposedAt: Date;
  readonly decidedBy: OperatorId | null;
  readonly decidedAt: Date | null;
};

const columns = sql`id, content, state, note, proposed_by AS "proposedBy", proposed_at AS "proposedAt",
  decided_by AS "decidedBy", decided_at AS "decidedAt"`;

export async function insertChange(
  tx: DbTx,
  change: Pick<HouseChange, 'id' | 'content' | 'note' | 'proposedBy'>,
): Promise<void> {
  await sql`
    INSERT INTO house_changes (id, content, note, proposed_by)
    VALUES (${change.id}, ${JSON.stringify(change.content)}::jsonb, ${change.note}, ${change.proposedBy})`.execute(tx);
}

const proposedAt = sql`proposed_at`;
const changeId = sql`id`;

/** What is proposed and not decided, newest first, each with its place in the list. Throws `INPUT_INVALID` for a place that is none. */
export async function selectOpenChanges(
  db: DbReader,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly (HouseChange & { readonly place: string })[]> {
  const { rows } = await sql<HouseChange & { readonly place: string }>`
    SELECT ${columns}, ${exactPlace(proposedAt, changeId)} AS place FROM house_changes
     WHERE state = 'proposed' AND ${isBefore(proposedAt, changeId, after)}
     ORDER BY proposed_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** What was decided, by when it was proposed, newest first. */
export async function selectDecidedChanges(db: DbReader, limit: number): Promise<readonly HouseChange[]> {
  const { rows } = await sql<HouseChange>`
    SELECT ${columns} FROM house_changes WHERE state <> 'proposed'
     ORDER BY proposed_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Those with one of these ids, in no order. */
export async function selectChangesAmong(db: DbReader, ids: readonly string[]): Promise<readonly HouseChange[]> {
  const { rows } = await sql<HouseChange>`
    SELECT ${columns} FROM house_changes WHERE id = ANY (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** When two operators last said that the file of each of these distributions may be taken. */
export async function selectAuditFiles(
  db: DbReader,
  ids: readonly DistributionId[],
): Promise<ReadonlyMap<DistributionId, Date>> {
  const { rows } = await sql<{ id: DistributionId; at: Date }>`
    SELECT content->>'distributionId' AS id, max(decided_at) AS at FROM house_changes
     WHERE state = 'done' AND content->>'kind' = 'audit-file' AND content->>'distributionId' = ANY (${[...ids]}::text[])
     GROUP BY content->>'distributionId'`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Locked until the transaction ends. */
export async function lockChange(tx: DbTx, id: ChangeId): Promise<HouseChange | undefined> {
  const { rows } = await sql<HouseChange>`SELECT ${columns} FROM house_changes WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function markDecided(
  tx: DbTx,
  {
    id,
    state,
    operatorId,
  }: { readonly id: ChangeId; readonly state: 'done' | 'withdrawn'; readonly operatorId: OperatorId },
): Promise<void> {
  await sql`
    UPDATE house_changes SET state = ${state}, decided_by = ${operatorId}, decided_at = clock_timestamp()
     WHERE id = ${id} AND state = 'proposed'`.execute(tx);
}
