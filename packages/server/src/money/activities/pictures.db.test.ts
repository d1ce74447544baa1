import { randomBytes } from 'node:crypto';
import { manualClock, systemClock } from '@tern/base/clock';
import type { EntryId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { StoreFault } from '@tern/object-store/object-store';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOwnAccount, listActions, recordOperatorAction } from '../../people/operators/public.ts';
import type { TestPerson } from '../transfers/testing/sending-world.ts';
import {
  decideEntry,
  deleteDuePictures,
  eraseEvidence,
  escalateEntries,
  findEntryCase,
  listOwnEntries,
  listWaitingEntries,
  readPicture,
  savePicture,
  sweepOrphans,
} from './public.ts';
import { createActivityWorld, type ActivityWorld } from './testing/activity-world.ts';

// Goal: pictures are seen by their owner and reviewers, are never half there, and go on their date.

const gates = { closedCountries: ['GB'] };
let world: ActivityWorld;
beforeAll(async () => {
  world = await createActivityWorld();
});
afterAll(() => world.close());

const keeping = () => ({ db: world.asWorker, clock: systemClock, pictures: world.pictureDeps.pictures });
const asOwner = ({ personId }: TestPerson, name: string) =>
  readPicture(world.pictureDeps, { as: 'owner', personId }, name);
const asReviewer = (name: string) => readPicture(world.pictureDeps, { as: 'reviewer' }, name);
const passDays = (days: number) =>
  sql`UPDATE activity_pictures SET uploaded_at = uploaded_at - make_interval(days => ${days}),
        delete_at = delete_at - make_interval(days => ${days})`.execute(world.db.kysely);
const codeOf = (error: unknown) => (error as { readonly code?: string }).code;

test('U07 H17 a picture is its owner’s and, once handed in, the reviewers’; on the announced date it is gone for both', async () => {
  const id = await world.publish({ pictureDays: 30 });
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  const picture = await world.picture(ana);
  expect(await asOwner(ana, picture)).toBeDefined();
  expect(await asOwner(ben, picture)).toBeUndefined();
  expect(await asReviewer(picture)).toBeUndefined();
  const { picture: kept } = await world.enter(ana, id, { picture });
  expect(await asReviewer(picture)).toBeDefined();
  const days = (Date.parse(kept?.deletesAt ?? '') - systemClock.nowMs()) / 86_400_000;
  expect(Math.round(days)).toBe(30);

  await deleteDuePictures(keeping(), { limit: 100 });
  await passDays(29);
  await deleteDuePictures(keeping(), { limit: 100 });
  expect(await asOwner(ana, picture)).toBeDefined();
  await passDays(1);
  expect(await deleteDuePictures(keeping(), { limit: 100 })).toBeGreaterThan(0);
  expect(await asOwner(ana, picture)).toBeUndefined();
  expect(await asReviewer(picture)).toBeUndefined();
  expect(await world.pictureDeps.pictures.get(picture)).toBeUndefined();
  expect(await deleteDuePictures(keeping(), { limit: 100 })).toBe(0);
});

test('a picture that was used is known again after it was deleted', async () => {
  const id = await world.publish();
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  const scene = randomBytes(8).toString('hex');
  await world.enter(ana, id, { picture: await world.picture(ana, scene) });
  await passDays(100);
  await deleteDuePictures(keeping(), { limit: 100 });
  const again = world.enter(ben, id, { picture: await world.picture(ben, scene) });
  expect(await again.then(() => 'done', codeOf)).toBe('PARTICIPATION_DATA_USED');
});

test('U06 U07 nobody hands in a picture of somebody else, nor one that is gone or never was', async () => {
  const id = await world.publish();
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  const picture = await world.picture(ana);
  for (const name of [picture, `${'0'.repeat(32)}.webp`]) {
    expect(await world.enter(ben, id, { picture: name }).then(() => 'done', codeOf)).toBe('PICTURE_REQUIRED');
  }
  await passDays(2);
  expect(await world.enter(ana, id, { picture }).then(() => 'done', codeOf)).toBe('PICTURE_REQUIRED');
  await deleteDuePictures(keeping(), { limit: 100 });
  const { rows } = await sql`SELECT FROM activity_pictures WHERE name = ${picture}`.execute(world.db.kysely);
  expect(rows).toHaveLength(0);
});

test('U11 a file without a row is swept away once nobody can be writing its row, and no row ever lacks its file', async () => {
  const ana = await world.joiner();
  const { pictures } = world.pictureDeps;
  const kept = await world.picture(ana);
  const orphan = `${randomBytes(16).toString('hex')}.webp`;
  await pictures.put(orphan, Buffer.from('x'));
  expect(await sweepOrphans(keeping())).toBe(0);
  const later = manualClock(new Date(systemClock.nowMs() + 2 * 3_600_000));
  expect(await sweepOrphans({ ...keeping(), clock: later })).toBe(1);
  expect(await pictures.get(orphan)).toBeUndefined();
  expect(await pictures.get(kept)).toBeDefined();

  const broken = { ...pictures, put: () => Promise.reject(new StoreFault('full')) };
  const before = await sql<{ n: number }>`SELECT count(*)::int AS n FROM activity_pictures`.execute(world.db.kysely);
  const failed = savePicture({ ...world.pictureDeps, pictures: broken }, ana, 'scene');
  expect(await failed.then(() => 'done', codeOf)).toBe('UNAVAILABLE');
  const after = await sql<{ n: number }>`SELECT count(*)::int AS n FROM activity_pictures`.execute(world.db.kysely);
  expect(after.rows).toEqual(before.rows);
});

test('O02 nobody reviews an entry of an account they have declared, and the try stays in the log', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  const near = await addOperator(world.db, { name: 'nele' });
  await transact(world.asConsole, async (tx) => {
    await insertOwnAccount(tx, near, ana.personId);
    await recordOperatorAction(tx, { operatorId: near, kind: 'account-declared', subject: ana.personId });
  });
  const entryId = await world.lastEntry(ana, id);
  expect(await decideEntry(world.asConsole, gates, { entryId, operatorId: near, decision: 'approve' })).toBe(
    'own-account',
  );
  const { actions } = await listActions(world.asWorker.kysely, { kind: 'decision-refused', limit: 10 });
  expect(actions).toMatchObject([{ operatorName: 'nele', subject: entryId, details: { reason: 'own-account' } }]);
  expect(await world.approve(ana, id)).toBe('approved');
});

test('U10 the reviewer sees who else handed in the same or a similar picture or user ID, and decides alone', async () => {
  const id = await world.publish();
  const [ana, ben, cleo] = [await world.joiner(), await world.joiner(), await world.joiner()];
  await world.enter(ana, id, { externalId: 'trader-10' });
  await world.reject(ana, id);
  await world.enter(ben, id, { externalId: 'TRADER-10' });
  await world.enter(cleo, id, { externalId: 'trader_IO' });
  // Two pictures that differ in eight bits of what they look like.
  await sql`
    UPDATE activity_pictures SET image_hash = (SELECT (image_hash & B'0'::bit(256)) FROM activity_pictures LIMIT 1)
     WHERE person_id IN (${ana.personId}, ${ben.personId})`.execute(world.db.kysely);
  await sql`UPDATE activity_pictures SET image_hash = set_bit(image_hash, 7, 1) WHERE person_id = ${ben.personId}`.execute(
    world.db.kysely,
  );
  await sql`UPDATE activity_pictures SET image_hash = ~(B'0'::bit(256)) WHERE person_id = ${cleo.personId}`.execute(
    world.db.kysely,
  );

  const found = await findEntryCase(world.asWorker, await world.lastEntry(ben, id));
  expect(found?.entry).toMatchObject({ externalId: 'TRADER-10', number: 1, late: false });
  const matches = found?.matches.map(({ personId, externalIdMatch, pictureDistance, decision }) => ({
    personId,
    externalIdMatch,
    pictureDistance,
    decision,
  }));
  expect(matches).toEqual([
    { personId: ana.personId, externalIdMatch: 'same', pictureDistance: 1, decision: 'rejected' },
    { personId: cleo.personId, externalIdMatch: 'alike', pictureDistance: null, decision: null },
  ]);
  const [first, ...rest] = await listWaitingEntries(world.asWorker.kysely, { activityId: id, limit: 1 });
  expect(rest).toEqual([]);
  const next = await listWaitingEntries(world.asWorker.kysely, { activityId: id, after: first, limit: 5 });
  expect([first?.personId, ...next.map(({ personId }) => personId)]).toEqual([ben.personId, cleo.personId]);
});

test('H17 a refusal names a criterion, and `other` says what it means', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  const entryId = await world.lastEntry(ana, id);
  const reject = (reason: 'other' | 'edited', text: string) =>
    decideEntry(world.asConsole, gates, { entryId, operatorId: world.operators[0], decision: 'reject', reason, text });
  expect(await reject('other', ' ')).toBe('text-needed');
  expect(await reject('edited', 'x'.repeat(301))).toBe('text-invalid');
  expect(await reject('edited', 'a\u202Eb')).toBe('text-invalid');
  expect(await reject('edited', '')).toBe('rejected');
  const unknown = { entryId: '00000000-0000-4000-8000-000000000000' as EntryId, operatorId: world.operators[0] };
  expect(await decideEntry(world.asConsole, gates, { ...unknown, decision: 'approve' })).toBe('not-found');
});

test('two reviewers at once: one decides, the other is told', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  const outcomes = await Promise.all([world.approve(ana, id), world.reject(ana, id), world.approve(ana, id)]);
  expect(outcomes.filter((outcome) => outcome === 'not-under-review')).toHaveLength(2);
});

test('H17 an answer that is late alarms once, and the person sees that it is', async () => {
  const id = await world.publish({ reviewHours: 1 });
  const ana = await world.joiner();
  await world.enter(ana, id);
  const entryId = await world.lastEntry(ana, id);
  await sql`UPDATE activity_entries SET due_at = now() - interval '1 minute' WHERE id = ${entryId}`.execute(
    world.db.kysely,
  );
  const late: EntryId[] = [];
  const look = () =>
    escalateEntries({ db: world.asWorker, onLate: (entry) => void late.push(entry.entryId) }, { limit: 100 });
  await look();
  await look();
  expect(late.filter((entry) => entry === entryId)).toHaveLength(1);
  const found = await findEntryCase(world.asWorker, entryId);
  expect(found?.entry.late).toBe(true);
});

test('a closed account leaves no user ID and no picture, and what it used stays used', async () => {
  const id = await world.publish();
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  const picture = await world.picture(ana);
  await world.enter(ana, id, { externalId: 'ana-was-here', picture });
  expect(await listOwnEntries(world.asApi.kysely, ana.personId)).toMatchObject([
    { activityId: id, externalId: 'ana-was-here', pictureName: picture },
  ]);
  await transact(world.asWorker, (tx) => eraseEvidence(tx, ana.personId));
  await deleteDuePictures(keeping(), { limit: 100 });
  expect(await world.pictureDeps.pictures.get(picture)).toBeUndefined();
  const { rows } = await sql`
    SELECT FROM activity_entries WHERE external_id LIKE 'ana-was%' OR external_id_key LIKE 'ana-was%'`.execute(
    world.db.kysely,
  );
  expect(rows).toHaveLength(0);
  const again = world.enter(ben, id, { externalId: 'ana-was-here' });
  expect(await again.then(() => 'done', codeOf)).toBe('PARTICIPATION_DATA_USED');
});
