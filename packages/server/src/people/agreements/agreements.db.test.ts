import { systemClock } from '@tern/base/clock';
import type { PersonId } from '@tern/base/ids';
import { agreementVersions } from '@tern/contracts/agreement-versions';
import { shownVersions } from '@tern/contracts/shown-versions';
import { openDatabase, type Database } from '@tern/db/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openIdentityWorld, type IdentityWorld, type Registered } from '../identity/testing/identity-world.ts';
import { acceptAgreements } from './accept-agreements.ts';
import { publishVersion } from './agreement-store.ts';
import { publishAgreements } from './publish-agreements.ts';
import { openAgreementCheck, requireAgreements } from './require-agreements.ts';
import { showAgreements } from './show-agreements.ts';

// Goal: nothing but the versions in force counts as accepted, and what was accepted is kept as it was. Method: the operations over
// two pools of one database, as two processes have them; a newer release elsewhere is a version that neither of them shows.
let world: IdentityWorld;
let beside: Database;
let session: Registered;
let person: PersonId;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 1_000, codesPerIpHour: 1_000 });
  beside = openDatabase({ url: world.database.apiUrl, applicationName: 'beside', poolMax: 10 });
});
beforeEach(async () => {
  session = await world.registerPerson();
  person = session.personId;
});
afterAll(async () => {
  await beside.close();
  await world.database.drop();
});

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', codeOf);
const processes = () => [world.database.asApi, beside] as const;
const mayGoOn = () => Promise.all(processes().map((db) => outcome(requireAgreements(db.kysely, person))));
const accept = (db: Database, shown: typeof shownVersions, language = 'en') =>
  outcome(acceptAgreements({ db, clock: systemClock }, session, { shown, language }));
const versionsOf = async (document: string) =>
  (await showAgreements(beside.kysely, person)).accepted
    .filter((one) => one.document === document)
    .map(({ version }) => version);
/** Puts a version in force that no build here shows, later than all before it; within the year that a version may lie ahead. */
let day = Math.max(Date.now(), ...Object.values(shownVersions).map((version) => Date.parse(version)));
async function publishLater(document: 'agreement' | 'privacy'): Promise<string> {
  day += 86_400_000;
  const version = new Date(day).toISOString().slice(0, 10);
  await world.database.asApi.pool.query('SELECT publish_agreement($1, $2, $3)', [document, version, 'a'.repeat(64)]);
  return version;
}
const inForce = async () => {
  const { rows } = await world.database.db.pool.query<{ document: 'agreement' | 'privacy'; version: string }>(
    'SELECT document, max(version) AS version FROM agreement_versions GROUP BY document',
  );
  return Object.fromEntries(rows.map(({ document, version }) => [document, version])) as typeof shownVersions;
};

test('H19 what was ticked while registering is kept with its version, language and time', async () => {
  expect((await showAgreements(beside.kysely, person)).accepted).toEqual([
    {
      document: 'agreement',
      version: shownVersions.agreement,
      language: null,
      acceptedAt: world.clock.now().toISOString(),
    },
    {
      document: 'privacy',
      version: shownVersions.privacy,
      language: null,
      acceptedAt: world.clock.now().toISOString(),
    },
  ]);
  expect(await mayGoOn()).toEqual(['done', 'done']);
});

test('H19 a version of one document asks for that one alone, in both processes at once, until it is accepted by name', async () => {
  const before = await inForce();
  const privacy = await publishLater('privacy');
  expect(await mayGoOn()).toEqual(['AGREEMENT_REQUIRED', 'AGREEMENT_REQUIRED']);
  expect((await showAgreements(beside.kysely, person)).due).toEqual([{ document: 'privacy', version: privacy }]);
  // The text that was shown is not the one in force: nothing of it is noted.
  expect(await accept(world.database.asApi, before, 'de')).toBe('AGREEMENT_REQUIRED');
  expect(await versionsOf('privacy')).toEqual([shownVersions.privacy]);
  expect(await accept(beside, { ...before, privacy }, 'pt-BR')).toBe('done');
  expect(await mayGoOn()).toEqual(['done', 'done']);
  const [newest] = (await showAgreements(world.database.asApi.kysely, person)).accepted;
  expect(newest).toMatchObject({ document: 'privacy', version: privacy, language: 'pt-BR' });
});

test('H19 accepted twenty times at once by two processes, each version is noted once, with its first time', async () => {
  await publishLater('agreement');
  const shown = await inForce();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => accept(processes()[index % 2 === 0 ? 0 : 1], shown)),
  );
  expect(new Set(answers)).toEqual(new Set(['done']));
  const first = await showAgreements(beside.kysely, person);
  expect(await accept(beside, shown, 'ja')).toBe('done');
  expect(await showAgreements(beside.kysely, person)).toEqual(first);
  expect(await versionsOf('agreement')).toEqual([shown.agreement, shownVersions.agreement]);
});

test('H19 accepting while a later version comes into force leaves nobody who is past a version they did not accept', async () => {
  for (let round = 0; round < 10; round += 1) {
    const before = await inForce();
    const [answer, later] = await Promise.all([accept(beside, before), publishLater('agreement')]);
    expect(['done', 'AGREEMENT_REQUIRED']).toContain(answer);
    expect(await mayGoOn()).toEqual(['AGREEMENT_REQUIRED', 'AGREEMENT_REQUIRED']);
    expect(await versionsOf('agreement')).not.toContain(later);
    expect((await versionsOf('agreement')).includes(before.agreement)).toBe(answer === 'done');
  }
});

test('H19 what was accepted, and which text it was, is changed by nobody, the owner of the database included', async () => {
  const { db, asApi } = world.database;
  for (const table of ['agreement_acceptances', 'agreement_versions']) {
    for (const sql of [
      `UPDATE ${table} SET version = '2000-01-01'`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ])
      await expect(db.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    asApi.pool.query(
      `INSERT INTO agreement_versions (document, version, digest) VALUES ('privacy', '2026-12-31', '${'b'.repeat(64)}')`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  // A process whose text differs under a known version says so, and changes nothing.
  const [first] = agreementVersions.agreement;
  await asApi.pool.query('SELECT publish_agreement($1, $2, $3)', ['agreement', first.version, 'c'.repeat(64)]);
  const { rows } = await db.pool.query(
    `SELECT digest FROM agreement_versions WHERE document = 'agreement' AND version = $1`,
    [first.version],
  );
  expect(rows).toEqual([{ digest: first.digest }]);
  expect(await publishAgreements(asApi)).toEqual([]);
});

test('H19 no version is dated so far ahead that none of a later build could follow it', async () => {
  const { asApi, db } = world.database;
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const digest = 'e'.repeat(64);
  for (const version of ['9999-12-31', '2090-01-01', ahead(367)])
    await expect(publishVersion(asApi.kysely, { document: 'privacy', version, digest })).rejects.toThrow(
      `Version ${version} of the privacy is dated more than a year ahead`,
    );
  const { rows } = await db.pool.query(`SELECT FROM agreement_versions WHERE version > $1`, [ahead(366)]);
  expect(rows).toEqual([]);
});

test('H19 no account opens on a version that never was', async () => {
  await expect(world.registerPerson({ accepted: { ...shownVersions, privacy: '2026-11-02' } })).rejects.toMatchObject({
    code: 'TERMS_NOT_ACCEPTED',
  });
});

test('H19 of requests at one moment each is judged by its own person, and they share a statement', async () => {
  const other = await world.registerPerson();
  const acceptAll = (id: PersonId) =>
    beside.pool.query(
      `INSERT INTO agreement_acceptances SELECT $1, document, max(version), 'en', now() FROM agreement_versions
        GROUP BY document ON CONFLICT DO NOTHING`,
      [id],
    );
  await acceptAll(person);
  const version = await publishLater('privacy');
  await acceptAll(other.personId);
  let statements = 0;
  // A statement outside of a transaction takes a connection for itself.
  const count = () => (statements += 1);
  beside.pool.on('acquire', count);
  const check = openAgreementCheck(beside);
  const settled = await Promise.allSettled([person, other.personId, person, other.personId].map(check));
  beside.pool.off('acquire', count);
  const refused = { code: 'AGREEMENT_REQUIRED', data: { documents: [{ document: 'privacy', version }] } };
  const told = settled.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : 'may go on'));
  expect(told).toMatchObject([refused, 'may go on', refused, 'may go on']);
  expect(statements).toBe(1);
});
