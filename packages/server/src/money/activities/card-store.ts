import type { ActivityId, EntryId, ParticipationId, PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { ActivityTab, RejectionReason } from '@tern/contracts/routes/activities';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { activityColumns, activityFromRow, type ActivityRow } from './activity-store.ts';
import type { Activity, Entry, Participation, ParticipationState } from './activity.ts';
import { entryFromRow } from './entry-store.ts';

/** An activity with the person's own part in it. */
export type Card = {
  readonly activity: Activity;
  readonly now: Date;
  readonly own: { readonly participation: Participation; readonly entry: Entry } | null;
  /** 0: something is left to do for the person; 1: open or under way; 2: over. */
  readonly rank: number;
};

/** Where a page ended. */
export type CardCursor = { readonly rank: number; readonly publishedAt: Date; readonly id: ActivityId };

export type CardFilter = {
  readonly personId: PersonId;
  readonly tab: ActivityTab;
  /** Whether what the person has not joined is shown. */
  readonly offered: boolean;
  readonly after: CardCursor | undefined;
  readonly limit: number;
};

type CardRow = ActivityRow & {
  readonly rank: number;
  readonly participation_id: ParticipationId | null;
  readonly participation_state: ParticipationState;
  readonly entries: number;
  readonly resubmit_until: Date | null;
  readonly wallet_id: WalletId | null;
  readonly record_id: RecordId | null;
  readonly entry_id: EntryId;
  readonly external_id: string;
  readonly picture_name: string;
  readonly delete_at: Date;
  readonly deleted_at: Date | null;
  readonly submitted_at: Date;
  readonly due_at: Date;
  readonly decision: 'approved' | 'rejected' | null;
  readonly reason: RejectionReason | null;
  readonly reason_text: string | null;
  readonly decided_at: Date | null;
};

const tabs: Readonly<Record<ActivityTab, ReturnType<typeof sql>>> = {
  all: sql`true`,
  reviewing: sql`p.state = 'under-review'`,
  completed: sql`p.state = 'completed'`,
};

const isOver = sql`(a.state = 'closed' OR a.closes_at <= clock_timestamp())`;

/** A page of cards in the order they are shown. What is over is shown only to who took part in it. */
export async function selectCards(
  db: DbReader,
  { personId, tab, offered, after, limit }: CardFilter,
): Promise<readonly Card[]> {
  const { rows } = await sql<CardRow>`
    WITH cards AS (
      SELECT ${activityColumns},
        CASE WHEN p.state = 'approved' OR (p.state = 'failed' AND p.resubmit_until > clock_timestamp()) THEN 0
             WHEN p.state IN ('completed', 'failed') OR (p.id IS NULL AND a.places_taken >= a.places) THEN 2
             ELSE 1 END AS rank,
        p.id AS participation_id, p.state AS participation_state, p.entries, p.resubmit_until, p.wallet_id, p.record_id,
        e.id AS entry_id, e.external_id, e.picture_name, i.delete_at, i.deleted_at, e.submitted_at, e.due_at, e.decision,
        e.reason, e.reason_text, e.decided_at
      FROM activities a
      LEFT JOIN participations p ON p.activity_id = a.id AND p.person_id = ${personId}
      LEFT JOIN activity_entries e ON e.participation_id = p.id AND e.number = p.entries
      LEFT JOIN activity_pictures i ON i.name = e.picture_name
      WHERE a.state <> 'draft' AND ${tabs[tab]}
        AND (p.id IS NOT NULL OR (${offered} AND a.opens_at <= clock_timestamp() AND NOT ${isOver})))
    SELECT * FROM cards
     WHERE ${after === undefined ? sql`true` : sql`(rank > ${after.rank} OR (rank = ${after.rank} AND (published_at, id) < (${after.publishedAt}, ${after.id})))`}
     ORDER BY rank, published_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    activity: activityFromRow(row),
    now: row.now,
    rank: row.rank,
    own: row.participation_id === null ? null : ownFromRow(row, { id: row.participation_id, personId }),
  }));
}

function ownFromRow(
  row: CardRow,
  { id, personId }: { readonly id: ParticipationId; readonly personId: PersonId },
): NonNullable<Card['own']> {
  return {
    participation: {
      id,
      activityId: row.id,
      personId,
      state: row.participation_state,
      entries: row.entries,
      resubmitUntil: row.resubmit_until,
      walletId: row.wallet_id,
      recordId: row.record_id,
    },
    entry: entryFromRow({ ...row, id: row.entry_id, number: row.entries }),
  };
}
