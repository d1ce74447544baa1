import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHolds } from '../accounts/testing/open-holds.ts';
import { listMessages } from '../messages/public.ts';
import { getAccount } from './get-account.ts';
import { openIdentityWorld, type IdentityWorld, type Registered } from './testing/identity-world.ts';

// Goal: whoever's account is on hold reads until when before they fill anything in, and nothing of a suspicion.
let world: IdentityWorld;
let { putOnHold, endHold } = {} as ReturnType<typeof openHolds>;
beforeAll(async () => {
  world = await openIdentityWorld();
  const operatorId = await addOperator(world.database.db, { name: 'olga' });
  ({ putOnHold, endHold } = openHolds(world.database.asConsole, { operatorId, clock: world.clock }));
});
afterAll(() => world.database.drop());

const account = async ({ personId }: Registered) => (await getAccount(world.deps, personId)).freeze;
const untilOfMessages = async ({ personId }: Registered) => {
  const { messages } = await listMessages(world.database.asApi.kysely, {
    personId,
    kind: 'security',
    cursor: undefined,
  });
  return messages.map((message) => ('until' in message ? message.until : undefined));
};

test('H08 the account and the message tell the end of a hold, each message of its own hold', async () => {
  const person = await world.registerPerson();
  expect(await account(person)).toBeNull();
  await putOnHold(person, 'security', 3);
  const first = await account(person);
  expect(first).toEqual({ until: expect.any(String) });
  expect(await untilOfMessages(person)).toEqual([first?.until]);

  await endHold(person);
  expect(await account(person)).toBeNull();
  await putOnHold(person, 'security', 9);
  const second = await account(person);
  expect(second?.until).not.toBe(first?.until);
  expect(await untilOfMessages(person)).toEqual([second?.until, undefined, first?.until]);
});

test('H08 a hold that a law orders is told like any other', async () => {
  const [known, kept] = [await world.registerPerson(), await world.registerPerson()];
  await putOnHold(known, 'security', 3);
  await putOnHold(kept, 'legal-order', 3);
  const told = async (person: Registered) => {
    const { personId } = person;
    const { messages } = await listMessages(world.database.asApi.kysely, {
      personId,
      kind: undefined,
      cursor: undefined,
    });
    return Object.keys((await account(person)) ?? {}).concat(
      messages.flatMap((each) => [each.event, ...Object.keys(each)]),
    );
  };
  expect(await told(kept)).toEqual(await told(known));
});

test('H08 a hold that has ended by itself is no longer told of', async () => {
  const person = await world.registerPerson();
  await putOnHold(person, 'security', 1);
  await sql`
    UPDATE account_freezes SET started_at = started_at - interval '2 days', until = until - interval '2 days'
     WHERE person_id = ${person.personId}`.execute(world.database.db.kysely);
  expect(await account(person)).toBeNull();
});
