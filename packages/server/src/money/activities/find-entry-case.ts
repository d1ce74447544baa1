import type { EntryId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { findActivity } from './activity-store.ts';
import type { Activity, Entry } from './activity.ts';
import { findEntryOwner, selectEntries } from './entry-store.ts';
import { findWaiting, selectMatches, type Match, type WaitingEntry } from './review-store.ts';

/** All there is to know about one entry, to decide about it on one page. */
export type EntryCase = {
  readonly entry: WaitingEntry;
  readonly activity: Activity;
  /** All tries of this person in this activity, this one among them, the first first. */
  readonly tries: readonly Entry[];
  /** What it has in common with entries of other people; says nothing about guilt. */
  readonly matches: readonly Match[];
};

export async function findEntryCase({ kysely: db }: Database, id: EntryId): Promise<EntryCase | undefined> {
  const [entry, owner] = await Promise.all([findWaiting(db, id), findEntryOwner(db, id)]);
  if (entry === undefined || owner === undefined) return undefined;
  const [found, tries, matches] = await Promise.all([
    findActivity(db, owner.activityId),
    selectEntries(db, owner.participationId),
    selectMatches(db, id),
  ]);
  return found && { entry, activity: found.activity, tries, matches };
}
