import { randomBytes } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyRing } from '../../platform/secret-box.ts';
import { identityKeys } from '../accounts/deps.ts';
import { passwordHasher } from '../accounts/password-hasher.ts';
import { strangerLane } from '../accounts/stranger-lane.ts';
import { findWord } from '../accounts/word-store.ts';
import { checkPresentFactor } from '../factors/check-present-factor.ts';
import { issueRecoveryCodes } from '../factors/issue-recovery-codes.ts';
import { authorizeTransfer } from '../factors/testing/authorize-transfer.ts';
import { setWord } from '../identity/set-word.ts';
import {
  goodPassword,
  goodTradePassword,
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { login } from '../sign-in/login.ts';
import { renewSecrets, rotatedSecrets, type RotatedSecret } from './renew-secrets.ts';

type Secrets = Record<RotatedSecret, KeyRing>;

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100 });
});
afterAll(() => world.database.drop());

/** As every process does at its start. */
function startWith(secrets: Secrets): void {
  const [pepper, ...olderPeppers] = secrets['password-pepper'];
  const lane = { pepper, olderPeppers, parallelMax: 2, waitingMax: 100 };
  Object.assign(world.deps, {
    hasher: passwordHasher(lane),
    strangers: strangerLane(lane),
    keys: identityKeys({ sessionKeys: secrets['session-key'], factorKeys: secrets['factor-key'] }),
  });
}

const newSecrets = (): Secrets => ({
  'session-key': [randomBytes(32)],
  'factor-key': [randomBytes(32)],
  'password-pepper': [randomBytes(32)],
});

const rotated = (secrets: Secrets): Secrets => {
  const fresh = newSecrets();
  const of = (name: RotatedSecret): KeyRing => [fresh[name][0], ...secrets[name]];
  return { 'session-key': of('session-key'), 'factor-key': of('factor-key'), 'password-pepper': of('password-pepper') };
};

const retired = (secrets: Secrets): Secrets => ({
  'session-key': [secrets['session-key'][0]],
  'factor-key': [secrets['factor-key'][0]],
  'password-pepper': [secrets['password-pepper'][0]],
});

/** Somebody who has everything that a secret protects. */
async function settlePerson() {
  const person = await world.registerPerson();
  await setWord(world.deps, { ...(await world.prove(person, 'set-word')), word: 'sunny kite' });
  await world.setUpTradePassword(person);
  const authenticator = await world.bindAuthenticator(person);
  const codes = await transact(world.database.asApi, (tx) =>
    issueRecoveryCodes(tx, world.deps, { personId: person.personId, now: world.clock.now() }),
  );
  return { person, authenticator, codes };
}

const signIn = (person: Registered) =>
  outcome(
    login(world.deps, {
      target: person.target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: null,
      formerSessionId: undefined,
    }),
  );

async function useAll({ person, authenticator, codes }: Awaited<ReturnType<typeof settlePerson>>, code: number) {
  world.clock.advance(60_000);
  const transfer = await outcome(
    authorizeTransfer(world.deps, {
      personId: person.personId,
      tradePassword: goodTradePassword,
      authenticatorCode: await world.authenticatorCode(authenticator),
      action: 'draft hash',
    }),
  );
  return {
    signIn: await signIn(person),
    transfer,
    recoveryCode: await outcome(
      checkPresentFactor(world.deps, {
        personId: person.personId,
        factor: { kind: 'recovery-code', code: codes[code] ?? '' },
      }),
    ),
    word: await findWord(world.database.asApi.kysely, world.deps.keys, person.personId).catch(() => 'sealed'),
  };
}

const renewAll = async (secrets: Secrets) =>
  Object.fromEntries(
    await Promise.all(
      rotatedSecrets.map(async (name) => [name, await renewSecrets(world.database.asApi, secrets, name)] as const),
    ),
  );

test('X02 nothing that people have stops working when every secret is rotated, twice', async () => {
  const first = newSecrets();
  startWith(first);
  const settled = await settlePerson();
  const before = await useAll(settled, 0);
  const second = rotated(first);
  startWith(second);
  expect(await useAll(settled, 1)).toEqual(before);
  startWith(rotated(second));
  expect(await useAll(settled, 2)).toEqual(before);
});

test('X02 what is moved to the newest keys outlives the older ones, and what cannot be is counted before', async () => {
  const first = newSecrets();
  startWith(first);
  const settled = await settlePerson();
  const idle = await settlePerson();
  const before = await useAll(settled, 0);
  const both = rotated(first);
  startWith(both);
  // A right password is hashed anew under the new pepper.
  await useAll(settled, 1);
  const renewed = await renewAll(both);
  expect(renewed['factor-key']?.moved).toBeGreaterThanOrEqual(2);
  expect(renewed['session-key']?.left.map(({ what }) => what).join()).toContain('recovery codes');
  expect(renewed['password-pepper']?.left.map(({ what }) => what)).toEqual([
    'people who have not signed in with their password since',
    'people who have not used their trade password since',
  ]);
  const again = await renewAll(both);
  expect(rotatedSecrets.map((name) => again[name]?.moved)).toEqual([0, 0, 0]);

  startWith(retired(both));
  const after = await useAll(settled, 2);
  expect(after).toEqual({ ...before, recoveryCode: after.recoveryCode });
  expect(after.recoveryCode).not.toBe(before.recoveryCode);
  // Who did not come by keeps the authenticator and the phrase, and gets back in as after any forgotten password.
  expect(await useAll(idle, 0)).toMatchObject({ word: 'sunny kite', signIn: 'CREDENTIALS_WRONG' });
});

test('one key has nothing to move and leaves nothing', async () => {
  expect(await renewSecrets(world.database.asApi, newSecrets(), 'factor-key')).toEqual({ moved: 0, left: [] });
});
