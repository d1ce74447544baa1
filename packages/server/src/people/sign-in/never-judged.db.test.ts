import { problem } from '@tern/contracts/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdentityDeps } from '../accounts/deps.ts';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { checkPresentFactor } from '../factors/check-present-factor.ts';
import { proveAgain } from '../factors/prove-again.ts';
import { authorizeTransfer } from '../factors/testing/authorize-transfer.ts';
import {
  goodPassword,
  goodTradePassword,
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { recover } from '../recovery/recover.ts';
import { startFactorReset } from '../recovery/start-factor-reset.ts';
import { login } from './login.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

/** The same product with a hashing queue that is full. */
const flooded = (): IdentityDeps => {
  const refuse = async () => {
    throw problem('UNAVAILABLE');
  };
  const hasher = { ...world.deps.hasher, hash: refuse, verify: refuse, verifyNobody: refuse };
  return { ...world.deps, hasher, strangers: { run: (_network, work) => work(hasher) } };
};

type Action = (deps: IdentityDeps, person: Registered) => Promise<unknown>;

const logIn =
  (device: 'known' | 'new'): Action =>
  (deps, person) =>
    login(deps, {
      target: person.target,
      password: goodPassword,
      language: null,
      origin: newOrigin(),
      deviceToken: device === 'known' ? (person.deviceToken ?? null) : null,
      formerSessionId: undefined,
    });

const actions: Readonly<Record<string, Action>> = {
  'authorising a transfer': (deps, { personId }) =>
    authorizeTransfer(deps, {
      personId,
      tradePassword: goodTradePassword,
      authenticatorCode: null,
      action: 'draft hash',
    }),
  'a login on a remembered device': logIn('known'),
  'a login on a new device': logIn('new'),
  'a present factor': (deps, { personId }) =>
    checkPresentFactor(deps, { personId, factor: { kind: 'trade-password', tradePassword: goodTradePassword } }),
};

test.each(Object.entries(actions))(
  'A18 %s that finds the queue full fifty times works right after it',
  async (_, act) => {
    const person = await world.registerPerson();
    await world.setUpTradePassword(person);
    const full = flooded();
    for (let round = 0; round < 50; round += 1)
      await expect(act(full, person)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(act(world.deps, person)).resolves.not.toThrow();
  },
);

test('A18 the login password given again is not used up by a full queue, nor is the code with it', async () => {
  const person = await world.registerPerson();
  const proof = { ...(await world.prove(person, 'set-trade-password')), purpose: 'set-trade-password' as const };
  for (let round = 0; round < 50; round += 1)
    await expect(proveAgain(flooded(), proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(proveAgain(world.deps, proof)).resolves.toMatchObject({ challengeId: proof.challengeId });
});

test.each(['recover', 'reset-factors'] as const)(
  'A18 a code for %s that meets a full queue ten times is good afterwards',
  async (purpose) => {
    const person = await world.registerPerson();
    if (purpose === 'reset-factors') await world.bindAuthenticator(person);
    const { challengeId } = await sendWayBackCode(world.deps, {
      purpose,
      target: person.target,
      language: null,
      ip: newOrigin().ip,
    });
    const given = {
      target: person.target,
      challengeId,
      code: await world.readCode(person.target),
      origin: newOrigin(),
    };
    const act = (deps: IdentityDeps): Promise<unknown> =>
      purpose === 'recover'
        ? recover(deps, { ...given, password: 'violet-anchor-52-maps' })
        : startFactorReset(deps, { ...given, loginPassword: goodPassword });
    for (let round = 0; round < 10; round += 1)
      await expect(act(flooded())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(act(world.deps)).resolves.not.toThrow();
  },
);

test('A18 150 logins that were never judged from one address leave its hundred tries an hour whole', async () => {
  const person = await world.registerPerson();
  const origin = newOrigin();
  const attempt = (deps: IdentityDeps) =>
    login(deps, {
      target: person.target,
      password: goodPassword,
      language: null,
      origin,
      deviceToken: null,
      formerSessionId: undefined,
    });
  for (let round = 0; round < 150; round += 1)
    await expect(attempt(flooded())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(attempt(world.deps)).resolves.toMatchObject({ step: 'second-factor' });
});
