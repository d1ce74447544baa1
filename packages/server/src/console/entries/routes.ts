import { implement } from '@orpc/server';
import type { Clock } from '@tern/base/clock';
import type { EntryId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import {
  decideEntry,
  findEntryCase,
  listWaitingEntries,
  readPicture,
  type PictureDeps,
  type WaitingEntry,
} from '../../money/activities/public.ts';
import { findPersonStops } from '../../money/transfers/public.ts';
import { readPlace, writePlace } from '../../platform/list-place.ts';
import { readPage } from '../../platform/read-page.ts';
import { awaitMoney } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';

const pageEntries = 50;

export function consoleEntriesRouter(
  deps: Pick<PictureDeps, 'db' | 'pictures'> & { readonly clock: Clock; readonly closedCountries: readonly string[] },
) {
  const { db } = deps;
  const os = implement(consoleContract.entries).$context<ConsoleContext>();
  return os.router({
    listEntries: os.listEntries.use(requireOperator).handler(async ({ input: { after } }) => {
      const from = after === undefined ? undefined : readPlace<EntryId>(after);
      const { page, last } = await readPage(pageEntries, (limit) =>
        listWaitingEntries(db.kysely, {
          after: from === undefined ? undefined : { dueAt: from.at, id: from.id },
          limit,
        }),
      );
      return {
        entries: page.map(toView),
        next: last === null ? null : writePlace({ at: last.dueAt, id: last.id }),
      };
    }),
    entry: os.entry.use(requireOperator).handler(async ({ input }) => {
      const found = await findEntryCase(db, input.id);
      if (found === undefined) throw problem('NOT_FOUND');
      const { activity } = found;
      return toWire({
        ...toView(found.entry),
        criteria: activity.texts['en']?.criteria ?? [],
        platform: activity.platform,
        sampleName: activity.sampleName,
        stops: [...(await findPersonStops(db.kysely, found.entry.personId))],
        tries: found.tries.map(({ number, submittedAt, decision, reason, reasonText }) => ({
          number,
          submittedAt,
          decision,
          reason,
          reasonText,
        })),
        matches: found.matches.map((match) => ({
          entryId: match.entryId,
          personPublicId: match.personPublicId,
          activityTitle: match.activityTitle,
          externalId: match.externalId,
          pictureName: match.pictureName,
          pictureDeleted: match.pictureDeleted,
          decision: match.decision,
          externalIdMatch: match.externalIdMatch,
          pictureDistance: match.pictureDistance,
        })),
      });
    }),
    picture: os.picture.use(requireOperator).handler(async ({ input }) => {
      const picture = await readPicture(deps, { as: 'reviewer' }, input.name);
      if (picture === undefined) throw problem('NOT_FOUND');
      return { base64: picture.toString('base64') };
    }),
    decideEntry: os.decideEntry.use(requireOperator).handler(async ({ input: { id: entryId, ...said }, context }) => {
      awaitMoney(deps, context.session);
      const outcome = await decideEntry(db, deps, { ...said, entryId, operatorId: context.session.operatorId });
      if (outcome === 'approved' || outcome === 'rejected') return { outcome };
      throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
    }),
  });
}

function toView(entry: WaitingEntry) {
  return toWire({
    id: entry.id,
    activityTitle: entry.activityTitle,
    personId: entry.personId,
    personPublicId: entry.personPublicId,
    reward: entry.reward,
    number: entry.number,
    externalId: entry.externalId,
    pictureName: entry.pictureName,
    submittedAt: entry.submittedAt,
    dueAt: entry.dueAt,
    late: entry.late,
  });
}
