import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { getAccount } from '../identity/get-account.ts';
import {
  goodPassword,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { codeOf, outcome } from '../identity/testing/outcome.ts';
import { findHold } from '../safeguards/hold-store.ts';
import { readSession } from '../sessions/read-session.ts';
import { login } from '../sign-in/login.ts';
import { recover, type RecoverInput } from './recover.ts';

const otherPassword = 'copper-lantern-47-field';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const send = (target: RecoverInput['target']) =>
  sendWayBackCode(world.deps, { purpose: 'recover', target, language: null, ip: newOrigin().ip });
const attempt = (input: Omit<RecoverInput, 'password' | 'origin'>) =>
  outcome(recover(world.deps, { password: otherPassword, origin: newOrigin(), ...input }));
const signIn = (person: Registered, password: string, deviceToken: string | null = null) =>
  login(world.deps, {
    target: person.target,
    password,
    language: null,
    origin: newOrigin(),
    deviceToken,
    formerSessionId: undefined,
  }).then(({ step }) => step, codeOf);

test.each(['email', 'phone'] as const)(
  'A10 a code sent by %s sets a new password and does nothing else',
  async (kind) => {
    const person = await world.registerPerson({ target: newTarget(kind) });
    await world.setUpTradePassword(person);
    const { challengeId } = await send(person.target);
    const code = await world.readCode(person.target);
    expect(await attempt({ target: person.target, challengeId, code })).toBe('right');

    expect(await readSession(world.deps, person.token)).toBeNull();
    expect(await signIn(person, goodPassword)).toBe('CREDENTIALS_WRONG');
    // Devices are forgotten too: the new password alone lets nobody in.
    expect(await signIn(person, otherPassword, person.deviceToken ?? null)).toBe('second-factor');
    expect((await getAccount(world.deps, person.personId)).factors.tradePassword).toBe(true);
    expect((await findHold(world.deps.db.kysely, person.personId))?.reason).toBe('recovered');
    expect(await attempt({ target: person.target, challengeId, code })).toBe('CODE_WRONG');
  },
);

test('A10 A11 where an authenticator is bound, the phone or mailbox alone recovers nothing', async () => {
  const person = await world.registerPerson({ target: newTarget('phone') });
  const secret = await world.bindAuthenticator(person);
  const { challengeId } = await send(person.target);
  const proof = { target: person.target, challengeId, code: await world.readCode(person.target) };
  expect(await attempt(proof)).toBe('PRESENT_FACTOR_REQUIRED');
  expect(await attempt({ ...proof, factor: { kind: 'trade-password', tradePassword: '739461' } })).toBe(
    'PRESENT_FACTOR_REQUIRED',
  );
  const wrong = { kind: 'authenticator', code: await world.authenticatorCode(secret, 50) } as const;
  expect(await attempt({ ...proof, factor: wrong })).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await signIn(person, otherPassword)).toBe('CREDENTIALS_WRONG');

  const factor = { kind: 'authenticator', code: await world.authenticatorCode(secret) } as const;
  expect(await attempt({ ...proof, factor })).toBe('right');
  expect((await getAccount(world.deps, person.personId)).factors.authenticator).toBe(true);
  expect(await signIn(person, otherPassword)).toBe('second-factor');
});

test('A04 a contact nobody has gets the same answer, no message, and recovers nothing', async () => {
  const person = await world.registerPerson();
  const nobody = newTarget();
  const [known, unknown] = [await send(person.target), await send(nobody)];
  expect(Object.keys(unknown)).toEqual(Object.keys(known));
  expect(unknown).toMatchObject({ resendAfterSeconds: known.resendAfterSeconds, sentTo: expect.stringContaining('•') });
  expect(await outcome(send(nobody))).toBe(await outcome(send(person.target)));

  // The message is written and over at once: it is never sent.
  const { rows } = await world.database.db.pool.query<{ over: boolean }>(
    `SELECT expires_at < created_at AS over FROM outbox WHERE recipient = $1`,
    [nobody.kind === 'email' ? nobody.email : ''],
  );
  expect(rows).toEqual([{ over: true }]);
  const guessed = { target: nobody, challengeId: unknown.challengeId, code: await world.readCode(nobody) };
  expect(await attempt(guessed)).toBe('CODE_WRONG');
  expect(await attempt({ target: person.target, challengeId: known.challengeId, code: '000000' })).toBe('CODE_WRONG');
});

test('A05 a recovery code is good for its own target and purpose only', async () => {
  const [one, other] = [await world.registerPerson(), await world.registerPerson()];
  const { challengeId } = await send(one.target);
  const code = await world.readCode(one.target);
  expect(await attempt({ target: other.target, challengeId, code })).toBe('CODE_WRONG');
  const proof = await world.prove(one, 'bind-authenticator');
  expect(await attempt({ target: one.target, challengeId: proof.challengeId, code: proof.code })).toBe('CODE_WRONG');
});

test('A13 recovery accepts no password registration would refuse', async () => {
  const person = await world.registerPerson();
  const { challengeId } = await send(person.target);
  const proof = { target: person.target, challengeId, code: await world.readCode(person.target), origin: newOrigin() };
  expect(await outcome(recover(world.deps, { ...proof, password: 'short' }))).toBe('PASSWORD_TOO_SHORT');
  expect(await outcome(recover(world.deps, { ...proof, password: 'password1' }))).toBe('PASSWORD_TOO_COMMON');
  expect(await outcome(recover(world.deps, { ...proof, password: otherPassword }))).toBe('right');
});

test('A03 what strangers ask for in a person’s name leaves that person codes of their own', async () => {
  const person = await world.registerPerson();
  for (let round = 0; round < 6; round += 1) {
    world.clock.advance(60_000);
    await outcome(send(person.target));
  }
  world.clock.advance(60_000);
  expect(await outcome(send(person.target))).toBe('TOO_MANY_REQUESTS');
  expect(await outcome(world.prove(person, 'set-trade-password'))).toBe('right');
  expect(await signIn(person, goodPassword)).toBe('second-factor');
});
