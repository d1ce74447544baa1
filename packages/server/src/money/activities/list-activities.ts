import type { ActivityId, PersonId } from '@tern/base/ids';
import type { ActivityCard, ActivityTab } from '@tern/contracts/routes/activities';
import type { DbReader } from '@tern/db/database';
import { invalidCursor, readPlace, writePlace } from '../../platform/list-place.ts';
import { readPage } from '../../platform/read-page.ts';
import { findIncentiveStanding, isOffered, needsCountry } from '../incentives/public.ts';
import { selectCards, type CardCursor } from './card-store.ts';
import { renderParticipation } from './participation.ts';
import { renderSummary } from './render-activity.ts';

export type ListActivitiesInput = {
  readonly personId: PersonId;
  readonly tab: ActivityTab;
  readonly language: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/**
 * A page of activities. In `all` those that wait for the person come first, then what is open, the newest first; where incentives are
 * closed, or may be and the person has not said where they live, nothing new is offered. Throws `INPUT_INVALID` for a cursor that is none.
 */
export async function listActivities(
  { db, closedCountries }: { readonly db: DbReader; readonly closedCountries: readonly string[] },
  { personId, tab, language, cursor, limit }: ListActivitiesInput,
): Promise<{
  readonly activities: ActivityCard[];
  readonly nextCursor: string | null;
  readonly offered: boolean;
  readonly countryNeeded: boolean;
}> {
  const standing = await findIncentiveStanding(db, closedCountries, personId);
  const offered = isOffered(standing);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { page, last } = await readPage(limit, (most) =>
    selectCards(db, { personId, tab, offered, after, limit: most }),
  );
  return {
    activities: page.map(({ activity, now, own }) => ({
      ...renderSummary(activity, language, now),
      participation: own === null ? null : renderParticipation(own.participation, own.entry, now),
    })),
    nextCursor: last?.activity.publishedAt
      ? encodeCursor({ rank: last.rank, publishedAt: last.activity.publishedAt, id: last.activity.id })
      : null,
    offered,
    countryNeeded: needsCountry(standing),
  };
}

function encodeCursor({ rank, publishedAt, id }: CardCursor): string {
  return `${rank}.${writePlace({ at: publishedAt, id })}`;
}

function decodeCursor(text: string): CardCursor {
  const [, rank, place] = /^([012])\.(.+)$/.exec(text) ?? [];
  if (rank === undefined || place === undefined) throw invalidCursor();
  const { at, id } = readPlace<ActivityId>(place);
  return { rank: Number(rank), publishedAt: at, id };
}
