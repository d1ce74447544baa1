import type { ActivityId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ActivityCard, ActivityTab } from '@tern/contracts/routes/activities';
import type { DbReader } from '@tern/db/database';
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
  const found = await selectCards(db, { personId, tab, offered, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    activities: page.map(({ activity, now, own }) => ({
      ...renderSummary(activity, language, now),
      participation: own === null ? null : renderParticipation(own.participation, own.entry, now),
    })),
    nextCursor:
      found.length > limit && last?.activity.publishedAt
        ? encodeCursor({ rank: last.rank, publishedAt: last.activity.publishedAt, id: last.activity.id })
        : null,
    offered,
    countryNeeded: needsCountry(standing),
  };
}

function encodeCursor({ rank, publishedAt, id }: CardCursor): string {
  return `${rank}.${publishedAt.getTime().toString(36)}.${id}`;
}

function decodeCursor(text: string): CardCursor {
  const match = /^([012])\.([0-9a-z]{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  const publishedAt = new Date(Number.parseInt(match?.[2] ?? '', 36));
  if (match === null || Number.isNaN(publishedAt.getTime())) {
    throw problem('INPUT_INVALID', { fields: [{ path: 'cursor', rule: 'cursor' }] });
  }
  return { rank: Number(match[1]), publishedAt, id: match[3] as ActivityId };
}
