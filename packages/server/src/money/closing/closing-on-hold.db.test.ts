import { randomBytes } from 'node:crypto';
import { freezeReason, type FreezeReason } from '@tern/contracts/problems/transfers';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezePerson } from '../../people/accounts/freeze-person.ts';
import { lockPeople } from '../../people/accounts/public.ts';
import {
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../../people/identity/testing/identity-world.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { connectionBox } from '../../people/wallet-connections/public.ts';
import { closeDueAccounts } from './close-due-accounts.ts';
import { startExport } from './export-data.ts';
import { getClosing } from './get-closing.ts';
import { prepareExport } from './prepare-export.ts';
import { requestClosing } from './request-closing.ts';

// Goal: nothing of an account on hold is erased, and its owner reads nothing that tells why. Method: closings of people who are
// on hold before they ask, while they wait and at the moment of the closing.
let world: IdentityWorld;
let operatorId: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100, codeLifetimeMs: 3_600_000 });
  operatorId = await addOperator(world.database.db, { name: 'ada' });
});
afterAll(() => world.database.drop());

async function register(): Promise<Registered> {
  const person = await world.registerPerson();
  world.clock.advance(60_000);
  return person;
}
const hold = ({ personId }: Registered, reason: FreezeReason) =>
  transact(world.database.db, async (tx) => {
    await freezePerson(tx, { personId, reason, days: 30, operatorId, now: world.clock.now() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
  });
/** What only time does otherwise. */
const letHoldEnd = ({ personId }: Registered) =>
  sql`
    UPDATE account_freezes SET started_at = started_at - interval '30 days', until = until - interval '30 days'
     WHERE person_id = ${personId}`.execute(world.database.db.kysely);
const ask = async (person: Registered) => requestClosing(world.deps, await world.prove(person, 'close-account'));
const letDue = ({ personId }: Registered) =>
  sql`
    UPDATE account_closings SET due_at = clock_timestamp() - interval '1 minute'
     WHERE person_id = ${personId} AND state = 'waiting'`.execute(world.database.db.kysely);
const closeDue = (limit = 20) =>
  closeDueAccounts({ db: world.database.asWorker, clock: world.clock, keys: world.deps.keys }, { limit });
const shown = async ({ personId }: Registered) => (await getClosing(world.database.asApi.kysely, personId)).closing;

async function leftOf({ personId }: Registered): Promise<string> {
  const { rows } = await sql<{ left: string }>`
    SELECT concat_ws(' ', state, (SELECT count(*) FROM contacts c WHERE c.person_id = p.id), 'contacts') AS left
      FROM people p WHERE id = ${personId}`.execute(world.database.db.kysely);
  return rows[0]?.left ?? '';
}

test.each(freezeReason.options)(
  'M33 on hold for %s nothing is closed or erased until the hold is over',
  async (reason) => {
    const [before, after] = [await register(), await register()];
    await hold(before, reason);
    await ask(before);
    await ask(after);
    await hold(after, reason);
    for (const person of [before, after]) {
      expect((await shown(person))?.dueAt).not.toBeNull();
      await letDue(person);
    }
    expect(await closeDue()).toBe(0);
    for (const person of [before, after]) {
      expect(await leftOf(person)).toBe('active 1 contacts');
      expect(await shown(person)).toMatchObject({ dueAt: null });
      await letHoldEnd(person);
    }
    expect(await closeDue()).toBe(2);
    for (const person of [before, after]) expect(await leftOf(person)).toBe('closed 0 contacts');
  },
);

test('who is on hold keeps nobody else’s closing waiting', async () => {
  const [held, free] = [await register(), await register()];
  await hold(held, 'legal-order');
  for (const person of [held, free]) {
    await ask(person);
    await letDue(person);
  }
  expect(await closeDue(1)).toBe(1);
  expect([await leftOf(held), await leftOf(free)]).toEqual(['active 1 contacts', 'closed 0 contacts']);
});

test('a hold that is being put on while the closing is due comes first', async () => {
  const person = await register();
  await ask(person);
  await letDue(person);
  await transact(world.database.db, async (tx) => {
    await lockPeople(tx, [person.personId]);
    const closing = closeDue();
    await freezePerson(tx, {
      personId: person.personId,
      reason: 'suspected-fraud',
      days: 30,
      operatorId,
      now: world.clock.now(),
    });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: person.personId });
    await closing;
  });
  await closeDue();
  expect(await leftOf(person)).toBe('active 1 contacts');
});

test('neither the screen nor the copy of the data tells a hidden reason: both read as without one', async () => {
  const read = async (reason: FreezeReason) => {
    const person = await register();
    await hold(person, reason);
    await ask(person);
    await letDue(person);
    await closeDue();
    world.clock.advance(60_000);
    const { path } = await prepareExport(world.deps, await world.prove(person, 'export-data'));
    const deps = {
      ...{ db: world.database.asApi, confirmations: 19, countryCorrectionMinutes: 60, closedCountries: ['GB'] },
      connectionBox: connectionBox([randomBytes(32)]),
    };
    let copy = '';
    const token = path.split('/').at(-1) ?? '';
    for await (const piece of await startExport(deps, { personId: person.personId, token })) copy += piece;
    const { messages, securityEvents } = JSON.parse(copy) as Record<string, { event: string; kind: string }[]>;
    const kinds = [...(messages ?? []).map(({ event }) => event), ...(securityEvents ?? []).map(({ kind }) => kind)];
    return { copy, kinds: kinds.toSorted(), closing: { ...(await shown(person)), requestedAt: null } };
  };
  const open = await read('security');
  for (const reason of ['legal-order', 'suspected-fraud'] as const) {
    const { copy, kinds, closing } = await read(reason);
    expect(closing).toEqual(open.closing);
    expect(kinds).toEqual(open.kinds);
    for (const word of [reason, 'legal', 'fraud']) expect(copy).not.toContain(word);
  }
});
