import { randomUUID } from 'node:crypto';
import type { OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { getAccount } from '../identity/get-account.ts';
import {
  goodPassword,
  goodTradePassword,
  homeOrigin,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { readStopLink } from '../identity/testing/read-stop-link.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { readSession } from '../sessions/read-session.ts';
import { login } from '../sign-in/login.ts';
import { advanceFactorResets } from './advance-factor-resets.ts';
import { cancelFactorReset } from './cancel-factor-reset.ts';
import { decideFactorReset } from './decide-factor-reset.ts';
import { endWaitingReset, findWaitingReset, insertReset } from './factor-reset-store.ts';
import { startFactorReset } from './start-factor-reset.ts';
import { stopChange } from './stop-change.ts';

const ada = '01890000-0000-7000-8000-0000000000aa' as OperatorId;
const bob = '01890000-0000-7000-8000-0000000000bb' as OperatorId;
const dayMs = 86_400_000;

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100 });
  await sql`
    INSERT INTO operators (id, name, role) VALUES (${ada}, 'ada', 'reviewer'), (${bob}, 'bob', 'reviewer')`.execute(
    world.database.db.kysely,
  );
});
afterAll(() => world.database.drop());

async function withAuthenticator() {
  const person = await world.registerPerson();
  await world.setUpTradePassword(person);
  const secret = await world.bindAuthenticator(person);
  return { person, secret };
}

async function proofs(target: Registered['target']) {
  world.clock.advance(60_000);
  const sent = await sendWayBackCode(world.deps, {
    purpose: 'reset-factors',
    target,
    language: null,
    ip: newOrigin().ip,
  });
  const code = await world.readCode(target);
  return { target, loginPassword: goodPassword, challengeId: sent.challengeId, code, origin: newOrigin() };
}

async function started() {
  const { person, secret } = await withAuthenticator();
  await startFactorReset(world.deps, await proofs(person.target));
  const reset = await findWaitingReset(world.deps.db.kysely, person.personId);
  return { person, secret, resetId: reset?.id ?? '' };
}

/** What is due by the test's clock is due by the database's as well, which judges whether a factor may go. */
const catchUp = () =>
  sql`UPDATE factor_resets SET started_at = least(started_at, now() - interval '7 days'), ready_at = now()
       WHERE state = 'waiting' AND ready_at > now() AND ready_at <= ${world.clock.now()}`.execute(
    world.database.db.kysely,
  );
// As the worker's role, so that its rights are shown to be enough.
const advance = async () => {
  await catchUp();
  return await advanceFactorResets({ ...world.deps, db: world.database.asWorker }, { limit: 100 });
};
const decide = (resetId: string, operatorId: OperatorId, decision: 'approve' | 'refuse' = 'approve') =>
  decideFactorReset(world.database.asConsole, { resetId, operatorId, decision, reason: 'video call, papers seen' });
const isBound = async (person: Registered) => (await getAccount(world.deps, person.personId)).factors.authenticator;

test('A10 it takes login password and a code of its own, and an authenticator to take off', async () => {
  const { person } = await withAuthenticator();
  const right = await proofs(person.target);
  const start = (change: object) => outcome(startFactorReset(world.deps, { ...right, ...change }));
  expect(await start({ loginPassword: 'not it' })).toBe('LOGIN_PASSWORD_WRONG');
  expect(await start({ code: '000000' })).toBe('CODE_WRONG');
  expect(await start({ target: newTarget() })).toBe('CODE_WRONG');
  expect(await start({})).toBe('right');
  expect(await outcome(startFactorReset(world.deps, await proofs(person.target)))).toBe('FACTOR_RESET_OPEN');
  const bare = await world.registerPerson();
  expect(await outcome(startFactorReset(world.deps, await proofs(bare.target)))).toBe('AUTHENTICATOR_NOT_BOUND');
});

test('A10 the authenticator goes after a week and the word of two different operators, not before and not with one', async () => {
  const { person, resetId } = await started();
  expect(await decide(resetId, ada)).toBe('second-operator-needed');
  expect(await decide(resetId, ada)).toBe('already-decided-by-you');
  world.clock.advance(7 * dayMs);
  await advance();
  expect(await isBound(person)).toBe(true);
  expect(await decide(resetId, bob)).toBe('approved');
  await Promise.all([advance(), advance(), advance()]);
  expect(await isBound(person)).toBe(false);
  expect(await readSession(world.deps, person.token)).toBeNull();
  expect((await findHold(world.deps.db.kysely, person.personId))?.reason).toBe('recovered');
  const signIn = await login(world.deps, {
    target: person.target,
    password: goodPassword,
    language: null,
    origin: newOrigin(),
    deviceToken: null,
    formerSessionId: undefined,
  });
  expect(signIn).toMatchObject({ step: 'second-factor', method: 'code' });
  expect(await decide(resetId, bob)).toBe('not-found');
});

test('A10 two approvals on the first day still wait for the week to pass, with a notice on every day of it', async () => {
  const { person, resetId } = await started();
  await decide(resetId, ada);
  await decide(resetId, bob);
  for (let day = 1; day < 7; day += 1) {
    world.clock.advance(dayMs);
    await Promise.all([advance(), advance()]);
    expect(await isBound(person)).toBe(true);
  }
  world.clock.advance(dayMs);
  await advance();
  expect(await isBound(person)).toBe(false);
  const { rows } = await world.database.db.pool.query<{ template: string; count: string }>(
    `SELECT template, count(*) FROM outbox WHERE recipient = $1 AND template LIKE 'notice-factor%' GROUP BY template ORDER BY 1`,
    [person.target.kind === 'email' ? person.target.email : ''],
  );
  expect(rows.map(({ template, count }) => [template, Number(count)])).toEqual([
    ['notice-factor-reset-started', 1],
    ['notice-factor-reset-waiting', 6],
    ['notice-factors-reset', 1],
  ]);
});

test('A10 the link in any of the notices ends it', async () => {
  const { person, resetId } = await started();
  await decide(resetId, ada);
  await decide(resetId, bob);
  world.clock.advance(6 * dayMs);
  await advance();
  await stopChange(world.deps, { token: await readStopLink(world, person.target), origin: newOrigin() });
  world.clock.advance(2 * dayMs);
  await advance();
  expect(await isBound(person)).toBe(true);
});

test('A10 any old factor ends it, a wrong one does not', async () => {
  const { person, secret } = await started();
  const cancel = (factor: Parameters<typeof cancelFactorReset>[1]['factor']) =>
    outcome(cancelFactorReset(world.deps, { session: person, factor, origin: homeOrigin }));
  expect(await cancel({ kind: 'recovery-code', code: 'AAAA-BBBB-CCCC-DDDD' })).toBe('RECOVERY_CODE_WRONG');
  expect(await cancel({ kind: 'authenticator', code: await world.authenticatorCode(secret, 50) })).toBe(
    'AUTHENTICATOR_CODE_WRONG',
  );
  expect(await cancel({ kind: 'trade-password', tradePassword: goodTradePassword })).toBe('right');
  expect(await cancel({ kind: 'trade-password', tradePassword: goodTradePassword })).toBe('FACTOR_RESET_OVER');
  await startFactorReset(world.deps, await proofs(person.target));
  expect(await cancel({ kind: 'authenticator', code: await world.authenticatorCode(secret) })).toBe('right');
});

test('A10 one operator who refuses ends it, approvals or not; nobody deciding ends it after thirty days', async () => {
  const refused = await started();
  await decide(refused.resetId, ada);
  expect(await decide(refused.resetId, bob, 'refuse')).toBe('refused');
  await advance();
  expect(await findWaitingReset(world.deps.db.kysely, refused.person.personId)).toBeUndefined();
  const waiting = await started();
  world.clock.advance(30 * dayMs);
  await advance();
  expect(await findWaitingReset(world.deps.db.kysely, waiting.person.personId)).toBeUndefined();
  expect([await isBound(refused.person), await isBound(waiting.person)]).toEqual([true, true]);
  expect(
    await decideFactorReset(world.database.asConsole, {
      resetId: waiting.resetId,
      operatorId: ada,
      decision: 'approve',
      reason: ' x ',
    }),
  ).toBe('reason-needed');
});

test('A04 a contact nobody has gets the same answer and no message', async () => {
  const { person } = await withAuthenticator();
  const nobody = newTarget();
  const [known, unknown] = [await proofs(person.target), await proofs(nobody)];
  expect(Object.keys(unknown)).toEqual(Object.keys(known));
  expect(await outcome(startFactorReset(world.deps, unknown))).toBe('CODE_WRONG');
  const { rows } = await world.database.db.pool.query<{ over: boolean }>(
    `SELECT expires_at < created_at AS over FROM outbox WHERE recipient = $1`,
    [nobody.kind === 'email' ? nobody.email : ''],
  );
  expect(rows).toEqual([{ over: true }]);
});

test('a connection that has started many resets starts the next one', async () => {
  const { personId } = await world.registerPerson();
  const now = world.clock.now();
  await transact(world.deps.db, async (tx) => {
    for (let round = 0; round < 12; round += 1) {
      const reset = { id: randomUUID(), personId, now, readyAt: new Date(now.getTime() + dayMs) };
      expect(await insertReset(tx, reset)).toBe(true);
      expect(await insertReset(tx, { ...reset, id: randomUUID() })).toBe(false);
      expect(await endWaitingReset(tx, personId, { state: 'cancelled', now })).toBe(true);
    }
  });
});
