import type { PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradePasswordCost } from '../accounts/public.ts';
import { goodTradePassword, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import type { Admission } from './admit-factors.ts';
import { openFactorLanes, type FactorLanes, type Proof } from './factor-lanes.ts';
import { giveFactors } from './testing/give-factors.ts';

// Goal: factors that are judged together come out as if each had been judged alone, and count whatever becomes of what they
// were given for. Method: many people at one moment, transactions that end without a commit, processes that die.
let world: IdentityWorld;
let hash: string;
let lanes: FactorLanes;
beforeAll(async () => {
  world = await openIdentityWorld();
  const { personId } = await world.registerPerson();
  hash = await world.deps.hasher.hash(goodTradePassword, personId, tradePasswordCost);
  lanes = openFactorLanes(world.deps);
});
afterAll(() => world.database.drop());

type Somebody = { readonly personId: PersonId; readonly secret: string };

async function newPerson(): Promise<Somebody> {
  const { personId } = await world.registerPerson();
  return { personId, secret: await giveFactors(world.database.db, world.deps, { personId, hash }) };
}

const given = async ({ secret }: Somebody, tradePassword = goodTradePassword, action = 'draft hash') => ({
  tradePassword,
  authenticatorCode: await world.authenticatorCode(secret),
  action,
});

async function admit({ personId }: Somebody): Promise<Admission> {
  const [admission] = await transact(world.database.asApi, (tx) => lanes.admit(tx, [{ personId, withCode: true }]));
  if (admission === undefined || admission instanceof Error) throw admission ?? new Error('no answer');
  return admission;
}

async function prove(somebody: Somebody, action?: string): Promise<Proof> {
  return await lanes.prove(await admit(somebody), await given(somebody, undefined, action));
}

async function count(
  table: 'security_events' | 'pending_tries' | 'failure_counters',
  { personId }: Somebody,
): Promise<number> {
  const where =
    table === 'security_events'
      ? sql`person_id = ${personId} AND kind = 'transfer-authorized'`
      : sql`key = ${`transfer:${personId}`}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE ${where}`.execute(world.database.db.kysely);
  return rows[0]?.count ?? -1;
}

test('A08 A12 people who are right, wrong and without factors at one moment each get their own answer', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, newPerson));
  const bare = await world.registerPerson();
  const asked = await Promise.all(
    people.map(async (somebody, at) => ({
      personId: somebody.personId,
      ...(await given(somebody, at % 3 === 1 ? '000000' : goodTradePassword)),
      ...(at % 3 === 2 ? { authenticatorCode: '000000' } : {}),
    })),
  );
  const answers = await Promise.all(
    [...asked, { ...asked[0], personId: bare.personId }].map((each) =>
      outcome(lanes.authorize(each as (typeof asked)[0])),
    ),
  );
  const kinds = ['right', 'TRADE_PASSWORD_WRONG', 'AUTHENTICATOR_CODE_WRONG'];
  expect(answers).toEqual([...people.map((_each, at) => kinds[at % 3]), 'TRADE_PASSWORD_NOT_SET']);
  for (const [at, somebody] of people.entries()) {
    expect(await count('security_events', somebody)).toBe(at % 3 === 0 ? 1 : 0);
    expect(await count('failure_counters', somebody)).toBe(at % 3 === 0 ? 0 : 1);
    expect(await count('pending_tries', somebody)).toBe(0);
  }
});

test('A08 two tries of one person at one moment with one code: one is accepted, and the other counts towards no lock', async () => {
  const somebody = await newPerson();
  const input = { personId: somebody.personId, ...(await given(somebody)) };
  const answers = await Promise.all([lanes.authorize(input), lanes.authorize(input)].map(outcome));
  expect(answers.toSorted()).toEqual(['AUTHENTICATOR_CODE_USED', 'right']);
  expect([await count('security_events', somebody), await count('failure_counters', somebody)]).toEqual([1, 0]);
});

test('A12 of two tries of one person at one moment one is wrong: the right one goes on', async () => {
  const somebody = await newPerson();
  const { personId } = somebody;
  const [right, wrong] = [await given(somebody), await given(somebody, '000000')];
  const answers = await Promise.all(
    [lanes.authorize({ personId, ...wrong }), lanes.authorize({ personId, ...right })].map(outcome),
  );
  expect(answers).toEqual(['TRADE_PASSWORD_WRONG', 'right']);
});

test('A08 what cannot be counted fails alone: the others of its set are counted', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, newPerson));
  // No text of PostgreSQL holds this character.
  const proofs = await Promise.all(people.map((somebody, at) => prove(somebody, at === 1 ? '\0' : 'draft hash')));
  const settled = await Promise.allSettled(proofs.map((proof) => lanes.settleAlone(proof)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await Promise.all(people.map((somebody) => count('security_events', somebody)))).toEqual([1, 0, 1]);
});

test('A08 a code whose transaction was undone counts once it is settled alone, and a second time changes nothing', async () => {
  const somebody = await newPerson();
  const proof = await prove(somebody);
  const undone = transact(world.database.asApi, async (tx) => {
    expect(await lanes.settle(tx, [proof])).toEqual([null]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect([await count('security_events', somebody), await count('pending_tries', somebody)]).toEqual([0, 1]);
  expect(await lanes.settleAlone(proof)).toBeNull();
  await lanes.settleAlone(proof);
  expect([await count('security_events', somebody), await count('pending_tries', somebody)]).toEqual([1, 0]);
  expect(await outcome(lanes.authorize({ personId: somebody.personId, ...(await given(somebody)) }))).toBe(
    'AUTHENTICATOR_CODE_USED',
  );
});

test('a process that dies between proof and count leaves a try that ends by itself; its proof is too late then', async () => {
  const somebody = await newPerson();
  const proof = await prove(somebody);
  world.clock.advance(30_000);
  expect((await lanes.settleAlone(proof))?.code).toBe('UNAVAILABLE');
  expect(await count('security_events', somebody)).toBe(0);
  world.clock.advance(30_000);
  expect(await outcome(lanes.authorize({ personId: somebody.personId, ...(await given(somebody)) }))).toBe('right');
});

test('A09 a code of an authenticator that was replaced meanwhile authorises nothing', async () => {
  const somebody = await newPerson();
  const proof = await prove(somebody);
  await sql`
    UPDATE authenticators SET confirmed_at = now() + interval '1 second' WHERE person_id = ${somebody.personId}`.execute(
    world.database.db.kysely,
  );
  expect((await lanes.settleAlone(proof))?.code).toBe('AUTHENTICATOR_CODE_USED');
  expect(await count('security_events', somebody)).toBe(0);
});

test('a hash of a login password’s cost is accepted and made anew at the cost of trade passwords', async () => {
  const somebody = await newPerson();
  const { personId } = somebody;
  const former = await world.deps.hasher.hash(goodTradePassword, personId);
  const stored = () =>
    world.database.db.kysely
      .selectFrom('trade_passwords')
      .select('hash')
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
  await world.database.db.kysely
    .updateTable('trade_passwords')
    .set({ hash: former })
    .where('person_id', '=', personId)
    .execute();
  expect(await outcome(lanes.authorize({ personId, ...(await given(somebody, '000000')) }))).toBe(
    'TRADE_PASSWORD_WRONG',
  );
  expect((await stored()).hash).toBe(former);
  expect(await outcome(lanes.authorize({ personId, ...(await given(somebody)) }))).toBe('right');
  expect((await stored()).hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
});
