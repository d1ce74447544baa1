import { randomInt, randomUUID } from 'node:crypto';
import { manualClock } from '@tern/base/clock';
import { DomainError } from '@tern/contracts/problem';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson } from '../../people/accounts/public.ts';
import { findPerson } from '../../people/discovery/find-person.ts';
import { getDiscovery } from '../../people/discovery/get-discovery.ts';
import { setDiscovery } from '../../people/discovery/set-discovery.ts';
import { insertUsername, leaveUsername } from '../../people/discovery/username-store.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { listReceivers } from '../../people/records/public.ts';
import { checkAddress } from './check-address.ts';
import type { SendingDeps } from './deps.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

type Reachable = TestPerson & { readonly phone: string; readonly email: string };

/** Somebody with a proven phone number and e-mail address whom nobody can find yet. */
async function reachable(funds?: Parameters<SendingWorld['person']>[0]): Promise<Reachable> {
  const person = await world.person(funds);
  const phone = `+4420${String(randomInt(10_000_000, 99_999_999))}`;
  const email = `${randomUUID()}@example.org`;
  for (const [kind, value] of [
    ['phone', phone],
    ['email', email],
  ] as const) {
    await sql`
      INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
      VALUES (${randomUUID()}, ${person.personId}, ${kind}, ${value}, now(), now())`.execute(world.db.kysely);
  }
  return { ...person, phone, email };
}

const allow = (person: TestPerson, allowed: Partial<DiscoveryView>) =>
  setDiscovery({ db: world.asApi, clock: { now: () => new Date() }, productName: 'Tern' }, person, {
    byPhone: false,
    byEmail: false,
    byUsername: false,
    username: '',
    shownName: 'Ben',
    ...allowed,
  });

const look = (person: TestPerson, to: string, deps: SendingDeps = world.deps, ip = '198.51.100.7') =>
  checkAddress(deps, { personId: person.personId, walletId: person.walletId, assetId: 'usdt', to, ip });

/** Everything an answer says, as bytes. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof DomainError ? JSON.stringify([error.code, error.message, error.data]) : JSON.stringify(error);
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof DomainError) return error.code;
  // Anything else that was thrown is no end that a person is told.
  if (error instanceof Error) throw error;
  return 'done';
};

test('money goes to whom a phone number or an e-mail address finds, who is shown by nothing but that and a name', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await reachable();
  await allow(ben, { byPhone: true, byEmail: true });
  for (const to of [ben.phone, ben.email.toUpperCase()]) {
    const contact = to.toLowerCase();
    const report = await look(ana, to);
    expect(report).toMatchObject({ address: to, sentTo: { contact, name: 'Ben' }, settlement: 'internal', fee: '0' });
    expect(report.verdicts[0]).toMatchObject({ code: 'person-here' });
    const draft = await world.draft(ana, { to, amount: '5' });
    expect(draft).toMatchObject({ to, sentTo: { contact, name: 'Ben' }, toLabel: null });
    const record = await world.confirm(ana, draft);
    expect(record).toMatchObject({ sentTo: { contact, name: 'Ben' }, receiveAddress: null, status: 'success' });
    const shown = JSON.stringify([report, draft, record]);
    for (const hidden of [ben.address, ben.walletId, ben.personId, to === ben.phone ? ben.email : ben.phone])
      expect(shown).not.toContain(hidden);
  }
  expect(await world.balance(ben)).toBe('10000000/0');
  expect(await listReceivers(world.deps.db.kysely, ana.personId)).toEqual([]);
  expect((await look(ana, ben.phone)).verdicts.map(({ code }) => code)).toEqual(['person-here']);
  // By the address itself Ben is as new as before: nothing ties the two together.
  expect((await look(ana, ben.address)).verdicts.map(({ code }) => code)).toEqual(['person-here', 'first-time']);
  await world.checkBooks();
});

test('M40 whoever did not allow it answers like nobody, byte for byte', async () => {
  const ana = await reachable();
  const [silent, byEmailOnly, closed, held] = [
    await reachable(),
    await reachable(),
    await reachable(),
    await reachable(),
  ];
  await allow(ana, { byPhone: true });
  await allow(byEmailOnly, { byEmail: true });
  await allow(closed, { byPhone: true });
  await allow(held, { byPhone: true });
  await sql`UPDATE people SET state = 'disabled' WHERE id = ${closed.personId}`.execute(world.db.kysely);
  const operatorId = await addOperator(world.db, { name: 'olga' });
  await transact(world.asConsole, async (tx) => {
    const freezing = { personId: held.personId, reason: 'security', days: 7, operatorId, now: new Date() } as const;
    await freezePerson(tx, freezing);
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: held.personId });
  });
  const nobody = await answerOf(look(ana, '+442000000000'));
  expect(nobody).toContain('RECEIVER_NOT_FOUND');
  for (const to of [
    silent.phone,
    silent.email,
    byEmailOnly.phone,
    closed.phone,
    held.phone,
    ana.phone,
    'nobody@example.org',
  ])
    expect(await answerOf(look(ana, to))).toBe(nobody);
  for (const to of [silent.phone, '+442000000000'])
    expect(await answerOf(world.draft(ana, { to, amount: '5' }))).toBe(nobody);
});

test('M40 hits and misses are counted alike: thirty in an hour for an account, ninety for a line', async () => {
  const clock = manualClock(new Date());
  const deps = {
    ...world.deps,
    findPerson: (search: Parameters<SendingDeps['findPerson']>[0]) => findPerson({ db: world.asApi, clock }, search),
  };
  const ben = await reachable();
  await allow(ben, { byPhone: true });
  const people = [await world.person(), await world.person(), await world.person(), await world.person()];
  const [first, ...others] = people;
  if (first === undefined) throw new Error('there are four');
  const codes: unknown[] = [];
  for (let at = 0; at < 31; at += 1)
    codes.push(await codeOf(look(first, at % 2 === 0 ? ben.phone : '+442000000000', deps, '203.0.113.9')));
  expect(codes.slice(0, 30)).toEqual(
    Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 'done' : 'RECEIVER_NOT_FOUND')),
  );
  expect(codes[30]).toBe('TOO_MANY_REQUESTS');
  const [second, third, fourth] = others;
  if (second === undefined || third === undefined || fourth === undefined) throw new Error('there are four');
  for (const person of [second, third])
    for (let at = 0; at < 30; at += 1) await codeOf(look(person, '+442000000000', deps, '203.0.113.9'));
  expect(await codeOf(look(fourth, ben.phone, deps, '203.0.113.9'))).toBe('TOO_MANY_REQUESTS');
  expect(await codeOf(look(fourth, ben.phone, deps, '192.0.2.77'))).toBe('done');
});

test('M40 a draft counts as a search', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const codes: unknown[] = [];
  for (let at = 0; at < 31; at += 1)
    codes.push(await codeOf(world.draft(ana, { to: '+442000000000', amount: '5', ip: '203.0.113.10' })));
  expect(new Set(codes.slice(0, 30))).toEqual(new Set(['RECEIVER_NOT_FOUND']));
  expect(codes[30]).toBe('TOO_MANY_REQUESTS');
});

const changes: readonly [string, (ben: Reachable) => Promise<unknown>][] = [
  ['the permission is taken back', (ben) => allow(ben, {})],
  ['the permission is now for the e-mail address alone', (ben) => allow(ben, { byEmail: true })],
  ['the name changes', (ben) => allow(ben, { byPhone: true, shownName: 'Benno' })],
  [
    'the phone number moves to somebody else who may be found under the same name',
    async (ben) => {
      const eve = await reachable();
      await allow(eve, { byPhone: true });
      await sql`DELETE FROM contacts WHERE person_id = ${eve.personId} AND kind = 'phone'`.execute(world.db.kysely);
      await sql`UPDATE contacts SET person_id = ${eve.personId} WHERE value = ${ben.phone}`.execute(world.db.kysely);
    },
  ],
  [
    'the account is closed to its owner',
    (ben) => sql`UPDATE people SET state = 'disabled' WHERE id = ${ben.personId}`.execute(world.db.kysely),
  ],
];
/** A username that nobody had: letters that are read as nothing else. */
const freshUsername = (): string =>
  `tester_${Array.from({ length: 8 }, () => 'acdefhknprtuxyz'[randomInt(15)]).join('')}`;

test('money goes to whom a username finds, in whatever spelling it is typed, and nothing else of them is shown', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await reachable();
  const username = freshUsername();
  const allowed = await allow(ben, { byUsername: true, username: ` ${username.toUpperCase()} ` });
  expect(allowed).toEqual({
    byPhone: false,
    byEmail: false,
    byUsername: true,
    username: `@${username}`,
    shownName: 'Ben',
  });
  const contact = `@${username}`;
  const report = await look(ana, ` ＠${username.toUpperCase()}`);
  expect(report).toMatchObject({ sentTo: { contact, name: 'Ben' }, settlement: 'internal', fee: '0' });
  const draft = await world.draft(ana, { to: contact, amount: '5' });
  const record = await world.confirm(ana, draft);
  expect(record).toMatchObject({ sentTo: { contact, name: 'Ben' }, receiveAddress: null, status: 'success' });
  for (const hidden of [ben.address, ben.walletId, ben.personId, ben.phone, ben.email])
    expect(JSON.stringify([report, draft, record])).not.toContain(hidden);
  expect(await world.balance(ben)).toBe('5000000/0');
  const nobody = await answerOf(look(ana, '+442000000000'));
  for (const to of [ben.phone, ben.email, `${contact}x`, '@x', '@_', '@Ben Ruiz'])
    expect(await answerOf(look(ana, to))).toBe(nobody);
  await world.checkBooks();
});

test('M42 nothing moves where the username is another one, or switched off, after the draft', async () => {
  for (const change of [{ byUsername: true, username: freshUsername() }, { byPhone: true }, {}]) {
    const ana = await world.person({ usdt: 100_000_000n });
    const ben = await reachable();
    const username = freshUsername();
    await allow(ben, { byUsername: true, username });
    const draft = await world.draft(ana, { to: `@${username}`, amount: '5' });
    await allow(ben, change);
    expect(await codeOf(world.confirm(ana, draft))).toBe('RECEIVER_CHANGED');
    expect(await world.balance(ana)).toBe('100000000/0');
  }
});

test('M44 a username is one person’s for ever: nobody else gets it, nor one that looks like it, and a person has three', async () => {
  const [ben, eve] = [await reachable(), await reachable()];
  const [first, second, third, fourth] = [freshUsername(), freshUsername(), freshUsername(), freshUsername()];
  const take = (person: TestPerson, username: string) => codeOf(allow(person, { byUsername: true, username }));
  expect(await take(ben, first)).toBe('done');
  expect(await take(ben, second)).toBe('done');
  for (const same of [first, second, first.replace('_', ''), `${first.slice(0, 6)}__${first.slice(7)}`])
    expect(await take(eve, same)).toBe('USERNAME_TAKEN');
  expect(await codeOf(look(eve, `@${first}`))).toBe('RECEIVER_NOT_FOUND');
  expect(await take(ben, third)).toBe('done');
  expect(await take(ben, fourth)).toBe('USERNAMES_USED_UP');
  expect(await take(ben, first)).toBe('done');
  expect(await getDiscovery(world.deps.db.kysely, ben.personId)).toMatchObject({
    username: `@${first}`,
    byUsername: true,
  });
});

test('M44 of many who want one username at once, one gets it', async () => {
  const username = freshUsername();
  const people = await Promise.all(Array.from({ length: 8 }, () => reachable()));
  const codes = await Promise.all(people.map((person) => codeOf(allow(person, { byUsername: true, username }))));
  expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'USERNAME_TAKEN'), 'done']);

  // Many times over, so that each key of the table is the first to tell.
  for (let round = 0; round < 100; round += 1) {
    const wanted = `@${freshUsername()}`;
    const taken = await Promise.all(
      people.map(({ personId }) =>
        transact(world.asApi, async (tx) => {
          await leaveUsername(tx, personId);
          return await insertUsername(tx, personId, wanted);
        }),
      ),
    );
    expect(taken.filter(Boolean)).toEqual([true]);
  }
});

test.each(changes)('M42 nothing moves where %s after the draft', async (_, change) => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await reachable();
  await allow(ben, { byPhone: true });
  const draft = await world.draft(ana, { to: ben.phone, amount: '5' });
  await change(ben);
  expect(await codeOf(world.confirm(ana, draft))).toBe('RECEIVER_CHANGED');
  expect(await world.balance(ana)).toBe('100000000/0');
  await world.checkBooks();
});

test('M42 a confirmation waits for a permission that is being taken back, and is refused', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await reachable();
  await allow(ben, { byPhone: true });
  const draft = await world.draft(ana, { to: ben.phone, amount: '5' });
  let confirming: Promise<unknown> = Promise.resolve();
  await transact(world.asApi, async (tx) => {
    await sql`DELETE FROM discoveries WHERE person_id = ${ben.personId}`.execute(tx);
    confirming = codeOf(world.confirm(ana, draft));
    await waitUntilSomebodyWaits();
  });
  expect(await confirming).toBe('RECEIVER_CHANGED');
  expect(await world.balance(ana)).toBe('100000000/0');
});

test('M42 of a confirmation and a withdrawal of the permission at one moment, either the money moved first or nothing did', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ana = await world.person({ usdt: 100_000_000n });
    const ben = await reachable();
    await allow(ben, { byPhone: true });
    const draft = await world.draft(ana, { to: ben.phone, amount: '5', ip: `192.0.2.${String(round)}` });
    const [code] = await Promise.all([codeOf(world.confirm(ana, draft)), allow(ben, {})]);
    expect([code, await world.balance(ben)]).toEqual(
      code === 'done' ? ['done', '5000000/0'] : ['RECEIVER_CHANGED', '0/0'],
    );
  }
  await world.checkBooks();
});

test('M04 another contact or another name makes another hash', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await reachable();
  await allow(ben, { byPhone: true });
  const draft = await world.draft(ana, { to: ben.phone, amount: '5' });
  await sql`UPDATE withdrawal_drafts SET sent_to_name = 'Eve' WHERE id = ${draft.id}`.execute(world.db.kysely);
  expect(await codeOf(world.confirm(ana, draft))).toBe('DRAFT_CHANGED');
});

test('the permission is off at first, and nothing of it is kept once it is taken back', async () => {
  const ben = await reachable();
  const read = () => getDiscovery(world.deps.db.kysely, ben.personId);
  const off = { byPhone: false, byEmail: false, byUsername: false, username: '', shownName: '' };
  expect(await read()).toEqual(off);
  await allow(ben, { byPhone: true });
  expect(await read()).toEqual({ ...off, byPhone: true, shownName: 'Ben' });
  await allow(ben, {});
  expect(await read()).toEqual(off);
});

test('M41 a name is changed ten times a day at most; the permission can always be taken back', async () => {
  const ben = await reachable();
  for (let at = 0; at < 10; at += 1) await allow(ben, { byPhone: true });
  expect(await codeOf(allow(ben, { byPhone: true, shownName: 'Benno' }))).toBe('TOO_MANY_REQUESTS');
  expect(await codeOf(allow(ben, {}))).toBe('done');
});

/** Until a statement of this database waits for another one’s lock. */
async function waitUntilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      world.db.kysely,
    );
    if (rows.length > 0) return;
  }
}
