import type { ActivityId, PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { isPermissionDenied } from '@tern/db/violations';
import { units } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeGap, openGap } from '../../chain/reserves/public.ts';
import { listMessages } from '../../people/messages/public.ts';
import type { TestPerson } from '../transfers/testing/sending-world.ts';
import { participationStates, transitions, type ParticipationState } from './activity.ts';
import { getActivity } from './get-activity.ts';
import { changeDraft, closeActivity, draftActivity, publishActivity } from './public.ts';
import { returnRests } from './return-rests.ts';
import { createActivityWorld, token, type ActivityWorld } from './testing/activity-world.ts';

// Goal: whoever did what an activity asks gets its reward, once, from money that was there; nobody else gets anything.

let world: ActivityWorld;
beforeAll(async () => {
  world = await createActivityWorld();
});
afterAll(() => world.close());

const reward = 15n * token;
const codeOf = (error: unknown) => {
  const { code, data } = error as { readonly code?: string; readonly data?: { readonly reason?: string } };
  return data?.reason === undefined ? code : `${code} ${data.reason}`;
};
const refusal = (work: Promise<unknown>) => work.then(() => 'done', codeOf);
const view = ({ personId }: TestPerson, id: ActivityId) =>
  getActivity({ db: world.asApi.kysely, closedCountries: ['GB'] }, { personId, id, language: 'en' });
const stateOf = async ({ personId }: TestPerson, id: ActivityId): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM participations WHERE person_id = ${personId} AND activity_id = ${id}`.execute(world.db.kysely);
  return rows[0]?.state;
};

test('joined, refused with a reason, sent again, approved, claimed, paid: and the ledger agrees', async () => {
  const id = await world.publish();
  expect(await world.funds(id)).toBe(100n * reward);
  const ana = await world.joiner();
  const picture = await world.picture(ana);
  const entered = await world.enter(ana, id, { externalId: ' 48 219 037 ', picture });
  expect(entered).toMatchObject({ status: 'under-review', externalId: '48219037', triesLeft: 4, late: false });
  // Sent again by an app that saw no answer.
  expect(await world.enter(ana, id, { externalId: '48219037', picture })).toEqual(entered);
  expect(await view(ana, id)).toMatchObject({ placesLeft: 99, participation: { status: 'under-review' } });

  expect(await world.reject(ana, id)).toBe('rejected');
  const { participation } = await view(ana, id);
  expect(participation).toMatchObject({
    status: 'failed',
    externalId: '48219037',
    rejection: { reason: 'unreadable', text: 'The user ID is cut off.' },
    picture: { name: picture },
  });
  expect(participation?.resubmitUntil).not.toBeNull();
  // The same picture of one's own may be handed in again, with another user ID; the first try stays on file.
  await world.enter(ana, id, { externalId: '48219038', picture });
  expect(await view(ana, id)).toMatchObject({
    placesLeft: 99,
    participation: { status: 'under-review', triesLeft: 3 },
  });

  expect(await world.approve(ana, id)).toBe('approved');
  expect(await world.approve(ana, id)).toBe('not-under-review');
  expect(await world.claim(ana, id)).toMatchObject({ status: 'paying' });
  expect(await world.available(ana)).toBe(0n);
  expect(await world.pay()).toBe(1);
  expect(await world.pay()).toBe(0);
  expect(await world.available(ana)).toBe(reward);
  expect(await world.funds(id)).toBe(99n * reward);

  const done = (await view(ana, id)).participation;
  const { rows } = await sql`
    SELECT type, status, direction, amount, receive_address FROM records WHERE id = ${done?.recordId}`.execute(
    world.db.kysely,
  );
  expect(rows).toEqual([
    {
      type: 'airdrop-reward',
      status: 'success',
      direction: 'in',
      amount: String(reward),
      receive_address: ana.address,
    },
  ]);
  const { messages } = await listMessages(world.asApi.kysely, {
    personId: ana.personId,
    kind: 'rewards',
    cursor: undefined,
  });
  expect(messages.map(({ event }) => event)).toEqual(['rewarded', 'entry-approved', 'entry-rejected']);
  expect(messages[1]).toMatchObject({ about: 'activity', activityId: id, amount: String(reward) });
  const tries = await sql`
    SELECT number, external_id, decision FROM activity_entries e JOIN participations p ON p.id = e.participation_id
     WHERE p.person_id = ${ana.personId} ORDER BY number`.execute(world.db.kysely);
  expect(tries.rows).toEqual([
    { number: 1, external_id: '48219037', decision: 'rejected' },
    { number: 2, external_id: '48219038', decision: 'approved' },
  ]);
});

test('I17 M17 1,000 ways to write one user ID, sent by 50 accounts at once, are accepted once', async () => {
  const id = await world.publish();
  const people = await Promise.all(Array.from({ length: 50 }, () => world.joiner()));
  const pictures = await Promise.all(people.map((person) => world.picture(person)));
  const insert = ['', ' ', '\u200b', '\u00ad', '\u2060', '\ufeff', '\t', '\u3000', '\u00a0', '\u180e'];
  const dress = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    (text: string) => [...text].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join(''),
  ];
  const forms = Array.from({ length: 1000 }, (_, at) => {
    const [between = '', before = '', wear] = [insert[at % 10], insert[Math.floor(at / 10) % 10], dress[at % 4]];
    return (
      before +
      (wear ?? String)('trader77')
        .split('')
        .join(at % 3 === 0 ? between : '')
    );
  });
  const outcomes: (string | undefined)[] = [];
  for (let round = 0; round < 20; round += 1) {
    outcomes.push(
      ...(await Promise.all(
        people.map((person, at) =>
          refusal(world.enter(person, id, { externalId: forms[round * 50 + at] ?? '', picture: pictures[at] ?? '' })),
        ),
      )),
    );
  }
  const { rows } = await sql`SELECT external_id FROM activity_entries WHERE external_id_key = 'trader77'`.execute(
    world.db.kysely,
  );
  expect(rows).toHaveLength(1);
  // The one who was first has joined; to all others it is used.
  const counts = Object.fromEntries([...Map.groupBy(outcomes, String)].map(([key, found]) => [key, found.length]));
  expect(counts['PARTICIPATION_DATA_USED']).toBe(980);
  expect((counts['done'] ?? 0) + (counts['PARTICIPATION_FAILED already-joined'] ?? 0)).toBe(20);
  expect((await view(people[0] as TestPerson, id)).placesLeft).toBe(99);
});

test('H18 one’s own user ID or picture used before, and another’s, get the same answer, and so does everybody', async () => {
  const [one, two] = [await world.publish(), await world.publish()];
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  await world.enter(ana, one, { externalId: 'ana.77', picture: await world.picture(ana, 'scene of ana') });
  const answers = await Promise.all([
    refusal(world.enter(ana, two, { externalId: 'ana.77' })),
    refusal(world.enter(ben, two, { externalId: 'ANA.77' })),
    refusal(world.enter(ana, two, { picture: await world.picture(ana, 'scene of ana') })),
    refusal(world.enter(ben, two, { picture: await world.picture(ben, 'scene of ana') })),
  ]);
  expect(answers).toEqual(Array.from({ length: 4 }, () => 'PARTICIPATION_DATA_USED'));
  expect((await view(ben, two)).placesLeft).toBe(100);
  // A refusal sets the user ID free, for whoever it really belongs to; the picture never.
  await world.reject(ana, one);
  await world.enter(ben, two, { externalId: 'ana.77' });
  expect(await refusal(world.enter(ana, one, { externalId: 'ana.77' }))).toBe('PARTICIPATION_DATA_USED');
});

test('I17 M18 a reward is claimed in one state alone, and once, however many ask at once', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  expect(await refusal(world.claim(ana, id))).toBe('NOT_FOUND');
  await world.enter(ana, id);
  expect(await refusal(world.claim(ana, id))).toBe('NOT_CLAIMABLE');
  await world.reject(ana, id);
  expect(await refusal(world.claim(ana, id))).toBe('NOT_CLAIMABLE');
  await world.enter(ana, id);
  expect(await refusal(world.claim(ana, id))).toBe('NOT_CLAIMABLE');
  await world.approve(ana, id);
  const claims = await Promise.all(Array.from({ length: 100 }, () => refusal(world.claim(ana, id))));
  expect(claims.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(claims.filter((outcome) => outcome === 'NOT_CLAIMABLE')).toHaveLength(99);
  const paid = await Promise.all(Array.from({ length: 5 }, () => world.pay()));
  expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await world.available(ana)).toBe(reward);
  expect(await refusal(world.claim(ana, id))).toBe('NOT_CLAIMABLE');
  const { rows } =
    await sql`SELECT FROM ledger.journals WHERE kind = 'activity-reward' AND details->>'activityId' = ${id}`.execute(
      world.db.kysely,
    );
  expect(rows).toHaveLength(1);
});

test('the same claim sent again gets the same answer', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  await world.approve(ana, id);
  const key = '6f0c7f2e-0d5b-4ac1-8a3f-9d8f3e7a1b2c';
  const first = await world.claim(ana, id, key);
  await world.pay();
  expect(await world.claim(ana, id, key)).toEqual(first);
  expect(await world.available(ana)).toBe(reward);
});

test('M07 of all steps between states only the listed ones happen, and the process people talk to decides and pays nothing', async () => {
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  const be = (state: ParticipationState) => sql`
    UPDATE participations SET state = ${state},
      wallet_id = CASE WHEN ${state} IN ('claimed', 'completed') THEN ${ana.walletId}::uuid END,
      claimed_at = CASE WHEN ${state} IN ('claimed', 'completed') THEN now() END,
      record_id = CASE WHEN ${state} = 'completed' THEN gen_random_uuid() END,
      journal_id = CASE WHEN ${state} = 'completed' THEN 1 END
     WHERE person_id = ${ana.personId} AND activity_id = ${id}`;
  const apiBe = (state: ParticipationState) => sql`
    UPDATE participations SET state = ${state} WHERE person_id = ${ana.personId} AND activity_id = ${id}`;
  for (const from of participationStates) {
    for (const to of participationStates.filter((state) => state !== from)) {
      await sql`ALTER TABLE participations DISABLE TRIGGER guard_participation`.execute(world.db.kysely);
      await be(from).execute(world.db.kysely);
      await sql`ALTER TABLE participations ENABLE TRIGGER guard_participation`.execute(world.db.kysely);
      if (to === 'approved' || to === 'failed' || to === 'completed') {
        const refused = await apiBe(to)
          .execute(world.asApi.kysely)
          .catch((error: unknown) => error);
        expect(isPermissionDenied(refused) || !transitions[from].includes(to), `${from} to ${to} by the api`).toBe(
          true,
        );
        expect(refused).toBeInstanceOf(Error);
      }
      const done = await be(to)
        .execute(world.asWorker.kysely)
        .then(
          () => true,
          () => false,
        );
      expect(done, `${from} to ${to}`).toBe(transitions[from].includes(to));
    }
  }
  await expect(sql`UPDATE activity_entries SET decision = 'approved'`.execute(world.asApi.kysely)).rejects.toSatisfy(
    isPermissionDenied,
  );
  await expect(sql`UPDATE activities SET reward = 1000000000`.execute(world.asApi.kysely)).rejects.toSatisfy(
    isPermissionDenied,
  );
  await sql`ALTER TABLE participations DISABLE TRIGGER guard_participation`.execute(world.db.kysely);
  await be('under-review').execute(world.db.kysely);
  await sql`ALTER TABLE participations ENABLE TRIGGER guard_participation`.execute(world.db.kysely);
});

test('H02 what is not funded cannot be published, and whoever drew it up cannot publish it alone', async () => {
  const [olga, otto] = world.operators;
  const draft = (places: number) =>
    draftActivity(world.asConsole, { operatorId: olga, terms: world.terms({ places }) });
  const large = await draft(1_000_000);
  expect(await publishActivity(world.asConsole, { activityId: large, operatorId: otto })).toBe('not-funded');
  expect(await world.funds(large)).toBe(0n);
  const small = await draft(2);
  expect(await publishActivity(world.asConsole, { activityId: small, operatorId: olga })).toBe(
    'second-operator-needed',
  );
  const change = (operatorId: typeof olga) =>
    changeDraft(world.asConsole, { operatorId, activityId: small, terms: world.terms({ places: 2, reviewHours: 48 }) });
  expect(await change(otto)).toBe('changed');
  expect(await publishActivity(world.asConsole, { activityId: small, operatorId: otto })).toBe(
    'second-operator-needed',
  );
  expect(await change(olga)).toBe('changed');
  const ana = await world.joiner();
  expect(await refusal(view(ana, small))).toBe('NOT_FOUND');
  expect(await refusal(world.enter(ana, small))).toBe('NOT_FOUND');
  const published = await Promise.all(
    Array.from({ length: 5 }, () => publishActivity(world.asConsole, { activityId: small, operatorId: otto })),
  );
  expect(published.toSorted()).toEqual(['not-a-draft', 'not-a-draft', 'not-a-draft', 'not-a-draft', 'published']);
  expect(await world.funds(small)).toBe(2n * reward);
  expect(await change(olga)).toBe('not-a-draft');
});

test('twenty people who want five places at once get five, and a place is free again after the last try', async () => {
  const id = await world.publish({ places: 5 });
  const people = await Promise.all(Array.from({ length: 20 }, () => world.joiner()));
  const outcomes = await Promise.all(people.map((person) => refusal(world.enter(person, id))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'PARTICIPATION_FAILED full')).toHaveLength(15);
  const [inside, outside] = [people[outcomes.indexOf('done')], people[outcomes.indexOf('PARTICIPATION_FAILED full')]];
  if (inside === undefined || outside === undefined) throw new Error('nobody');
  for (let tries = 1; tries < 5; tries += 1) {
    await world.reject(inside, id);
    expect(await refusal(world.enter(outside, id))).toBe('PARTICIPATION_FAILED full');
    await world.enter(inside, id);
  }
  await world.reject(inside, id);
  expect((await view(inside, id)).participation).toMatchObject({ status: 'failed', resubmitUntil: null, triesLeft: 0 });
  expect(await refusal(world.enter(inside, id))).toBe('PARTICIPATION_FAILED no-more-tries');
  expect(await refusal(world.enter(outside, id))).toBe('done');
});

test('H20 who is not active, has no country, or lives where incentives are closed cannot join, nor claim there', async () => {
  const id = await world.publish();
  const ana = await world.person();
  expect((await view(ana, id)).refusal).toBe('not-active');
  expect(await refusal(world.enter(ana, id))).toBe('PARTICIPATION_FAILED not-active');
  await world.activate(ana);
  expect(await refusal(world.enter(ana, id))).toBe('PARTICIPATION_FAILED no-country');
  await world.declare(ana, 'DE');
  await world.enter(ana, id);
  await world.approve(ana, id);
  await sql`UPDATE declared_countries SET country = 'GB' WHERE person_id = ${ana.personId}`.execute(world.db.kysely);
  expect(await refusal(world.claim(ana, id))).toBe('PARTICIPATION_FAILED country-closed');
  const ben = await world.joiner('GB');
  expect(await refusal(world.enter(ben, id))).toBe('PARTICIPATION_FAILED country-closed');
  expect(await refusal(view(ben, id))).toBe('NOT_FOUND');
});

test('H20 an approval is not told where its reward can no longer be claimed, and nothing else is kept from anybody', async () => {
  const id = await world.publish();
  const [moved, stayed, refused] = [await world.joiner(), await world.joiner(), await world.joiner()];
  for (const each of [moved, stayed, refused]) await world.enter(each, id);
  for (const each of [moved, refused])
    await sql`UPDATE declared_countries SET country = 'GB' WHERE person_id = ${each.personId}`.execute(world.db.kysely);
  await world.approve(moved, id);
  await world.approve(stayed, id);
  await world.reject(refused, id);
  const told = async ({ personId }: { personId: PersonId }) =>
    (await listMessages(world.asApi.kysely, { personId, kind: 'rewards', cursor: undefined })).messages.map(
      ({ event }) => event,
    );
  expect([await told(moved), await told(stayed), await told(refused)]).toEqual([
    [],
    ['entry-approved'],
    ['entry-rejected'],
  ]);
});

test('M35 while reserves of the token are short a claim waits, and is paid once they are whole', async () => {
  const gap = { assetId: 'reward', subject: 'hot' } as const;
  const id = await world.publish();
  const ana = await world.joiner();
  await world.enter(ana, id);
  await world.approve(ana, id);
  await transact(world.asWorker, (tx) => openGap(tx, { ...gap, missing: units(1n), blockNumber: 1 }));
  expect((await world.claim(ana, id)).status).toBe('paying');
  expect(await world.pay()).toBe(0);
  await transact(world.asWorker, (tx) => closeGap(tx, gap));
  expect(await world.pay()).toBe(1);
  expect(await stateOf(ana, id)).toBe('completed');
});

test('what nobody can earn any more goes back to the house, and what was approved stays set aside', async () => {
  const id = await world.publish({ places: 10 });
  const [ana, ben] = [await world.joiner(), await world.joiner()];
  await world.enter(ana, id);
  await world.enter(ben, id);
  await world.approve(ana, id);
  expect(await closeActivity(world.asConsole, { activityId: id, operatorId: world.operators[0] })).toBe('closed');
  expect(await refusal(world.enter(await world.joiner(), id))).toBe('PARTICIPATION_FAILED not-open');
  const give = () => returnRests({ db: world.asWorker }, { limit: 10 });
  expect(await give()).toBe(0);
  await world.reject(ben, id);
  // May still be sent again.
  expect(await give()).toBe(0);
  await sql`UPDATE participations SET resubmit_until = now() WHERE person_id = ${ben.personId}`.execute(
    world.db.kysely,
  );
  expect(await give()).toBe(1);
  expect(await give()).toBe(0);
  expect(await world.funds(id)).toBe(reward);
  await world.claim(ana, id);
  await world.pay();
  expect(await world.funds(id)).toBe(0n);
  expect(await world.available(ana)).toBe(reward);
});
