import { isUuid, type EntryId } from '@tern/base/ids';
import { readBehind, readEveryPage } from '@tern/base/read-every-page';
import {
  findEntryCase,
  listAllActivities,
  listWaitingEntries,
  type WaitingEntry,
} from '@tern/server/money/activities/public';
import { renderActivity, renderEntry, renderEntryCase } from './activity-texts.ts';
import type { Command } from './operator-world.ts';

export const activityUsage = `  activities                                 shows all activities
  entries                                    shows the entries that wait for a reviewer, the most urgent first
  entry ENTRY                                shows everything about one entry`;

/** The commands about activities, by their names. */
export const activityCommands: Readonly<Record<string, Command>> = {
  activities: async ({ db, assets }) => {
    const found = await readEveryPage((page) => listAllActivities(db.kysely, page));
    const text = found.map((activity) => renderActivity(activity, assets)).join('\n');
    return { text: text === '' ? 'There are no activities.' : text, done: true };
  },
  entries: async ({ db }) => {
    const waiting = await readBehind<WaitingEntry>((after, limit) => listWaitingEntries(db.kysely, { after, limit }));
    return {
      text: waiting.length === 0 ? 'No entry waits for a review.' : waiting.map(renderEntry).join('\n'),
      done: true,
    };
  },
  entry: async ({ db, assets }, entryId) => {
    const found = isUuid(entryId) ? await findEntryCase(db, entryId as EntryId) : undefined;
    return found === undefined
      ? { text: 'There is no such entry.', done: false }
      : { text: renderEntryCase(found, assets), done: true };
  },
};
