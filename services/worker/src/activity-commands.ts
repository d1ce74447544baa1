import { readFile, writeFile } from 'node:fs/promises';
import type { ActivityId, EntryId, OperatorId } from '@tern/base/ids';
import { systemClock } from '@tern/base/clock';
import { reEncodeEvidence } from '@tern/images/re-encode-evidence';
import {
  closeActivity,
  decideEntry,
  draftActivity,
  findEntryCase,
  keepPicture,
  listAllActivities,
  listWaitingEntries,
  publishActivity,
  readActivityFile,
  readPicture,
  rejectionReasons,
} from '@tern/server/activities/public';
import { entryTexts, publishTexts, renderActivity, renderEntry, renderEntryCase } from './activity-texts.ts';
import type { Answer, Command, OperatorOptions, OperatorWorld } from './operator-world.ts';

export const activityUsage = `  activities                                 shows all activities
  draft-activity FILE --as OPERATOR          draws one up from a file of JSON (docs/operations/activities.md)
  publish-activity ACTIVITY --as OPERATOR    sets its rewards aside and shows it; not whoever drew it up
  close-activity ACTIVITY --as OPERATOR      lets nobody join any more
  entries                                    shows the entries that wait for a reviewer, the most urgent first
  entry ENTRY                                shows all there is to know about one
  entry-picture ENTRY FILE                   writes its picture into a file
  approve-entry ENTRY --as OPERATOR          approves; the person may claim
  reject-entry ENTRY REASON --as OPERATOR --reason "…"   refuses; the person reads both
      REASON: ${rejectionReasons.join(', ')}`;

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Authenticate = (world: OperatorWorld, options: OperatorOptions) => Promise<OperatorId>;

/** The commands about activities, by their names. */
export function activityCommands(authenticate: Authenticate): Readonly<Record<string, Command>> {
  return {
    activities: async ({ db, assets }) => {
      const found = await listAllActivities(db.kysely, 200);
      const text = found.map((activity) => renderActivity(activity, assets)).join('\n');
      return { text: text === '' ? 'There are no activities.' : text, done: true };
    },
    'draft-activity': async (world, file, options) => {
      const read = readActivityFile(await readFile(file, 'utf8'), systemClock.now());
      if ('fault' in read) return { text: read.fault, done: false };
      const operatorId = await authenticate(world, options);
      const sampleName = read.sample === undefined ? null : await keepSample(world, read.sample);
      const id = await draftActivity(world.db, { operatorId, terms: { ...read.terms, sampleName } });
      return { text: `Drawn up as ${id}. A different operator has to publish it.`, done: true };
    },
    'publish-activity': async (world, activityId, options) => {
      if (!identifier.test(activityId)) return publishTexts['not-found'];
      const operatorId = await authenticate(world, options);
      return publishTexts[await publishActivity(world.db, { activityId: activityId as ActivityId, operatorId })];
    },
    'close-activity': async (world, activityId, options) => {
      if (!identifier.test(activityId)) return publishTexts['not-found'];
      const operatorId = await authenticate(world, options);
      const outcome = await closeActivity(world.db, { activityId: activityId as ActivityId, operatorId });
      const text = {
        closed: 'Closed. What is under way goes on.',
        'not-found': 'No such activity.',
        'not-published': 'It is not open.',
      };
      return { text: text[outcome], done: outcome === 'closed' };
    },
    entries: async ({ db }) => {
      const waiting = await listWaitingEntries(db.kysely, { limit: 200 });
      return { text: waiting.length === 0 ? 'No entry waits.' : waiting.map(renderEntry).join('\n'), done: true };
    },
    entry: async ({ db, assets }, entryId) => {
      const found = identifier.test(entryId) ? await findEntryCase(db, entryId as EntryId) : undefined;
      return found === undefined ? entryTexts['not-found'] : { text: renderEntryCase(found, assets), done: true };
    },
    'entry-picture': (world, entryId, _, [file = '']) => savePicture(world, entryId, file),
    'approve-entry': async (world, entryId, options) => {
      if (!identifier.test(entryId)) return entryTexts['not-found'];
      const operatorId = await authenticate(world, options);
      return entryTexts[
        await decideEntry(world.db, world, { entryId: entryId as EntryId, operatorId, decision: 'approve' })
      ];
    },
    'reject-entry': async (world, entryId, options, [word = '']) => {
      if (!identifier.test(entryId)) return entryTexts['not-found'];
      const reason = rejectionReasons.find((known) => known === word);
      if (reason === undefined) return { text: `A reason is one of ${rejectionReasons.join(', ')}.`, done: false };
      const operatorId = await authenticate(world, options);
      const text = options.reason ?? '';
      const input = { entryId: entryId as EntryId, operatorId, decision: 'reject', reason, text } as const;
      return entryTexts[await decideEntry(world.db, world, input)];
    },
  };
}

/** The example goes the way of every picture: what is kept is made of its pixels. */
async function keepSample({ openPictures }: OperatorWorld, file: string): Promise<string> {
  const { name } = await keepPicture({ pictures: await openPictures(), readPicture: reEncodeEvidence }, file);
  return name;
}

async function savePicture({ db, openPictures }: OperatorWorld, entryId: string, file: string): Promise<Answer> {
  const found = identifier.test(entryId) ? await findEntryCase(db, entryId as EntryId) : undefined;
  if (found === undefined) return entryTexts['not-found'];
  if (file === '') return { text: 'Name the file to write.', done: false };
  const deps = { db, pictures: await openPictures() };
  const picture = await readPicture(deps, { as: 'reviewer' }, found.entry.pictureName);
  if (picture === undefined) return { text: 'The picture was deleted on its date.', done: false };
  await writeFile(file, picture, { mode: 0o600 });
  return { text: `Written to ${file}. It is private: delete it when you have looked.`, done: true };
}
