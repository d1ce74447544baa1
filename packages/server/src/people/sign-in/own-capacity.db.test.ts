import { afterAll, beforeAll, expect, test } from 'vitest';
import { withJudgedHits } from '../../platform/limits/judged-hits.ts';
import { limitKey } from '../../platform/limits/limit-key.ts';
import { limitRate } from '../../platform/limits/limit-rate.ts';
import { ipBlocks } from '../../platform/limits/request-origin.ts';
import { sendFactorCode } from '../codes/send-factor-code.ts';
import { sendRegisterCode } from '../codes/send-register-code.ts';
import {
  goodPassword,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { beginPasskeyLogin } from './begin-passkey-login.ts';
import { login } from './login.ts';

// Goal: what strangers of an address do keeps nobody out who is known there. Method: strangers use up all of an address, then
// somebody with a remembered device or a session comes from it.
const settings = { loginsPerIpHour: 10, loginsPerNetworkHour: 10, passkeysPerIpHour: 10, codesPerIpHour: 10 };
let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld(settings);
});
afterAll(() => world.database.drop());

const logIn = (
  target: Registered['target'],
  origin: ReturnType<typeof newOrigin>,
  { deviceToken = null, password = goodPassword }: { deviceToken?: string | null; password?: string } = {},
) => outcome(login(world.deps, { target, password, language: null, origin, deviceToken, formerSessionId: undefined }));

const repeat = async (times: number, ask: () => Promise<string>): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await ask());
  return answers;
};

test('A18 strangers who use up the logins of an address leave a remembered device all of its own', async () => {
  const { target, deviceToken = null } = await world.registerPerson();
  const origin = newOrigin();
  expect((await repeat(11, () => logIn(newTarget(), origin))).at(-1)).toBe('TOO_MANY_REQUESTS');
  expect(await logIn(target, origin, { deviceToken })).toBe('right');
  // Its own are as many.
  expect((await repeat(10, () => logIn(target, origin, { deviceToken }))).at(-1)).toBe('TOO_MANY_REQUESTS');
});

test('A18 a token that is nobody’s gets no capacity of its own', async () => {
  const origin = newOrigin();
  const deviceToken = 'x'.repeat(43);
  const answers = await repeat(11, () => logIn(newTarget(), origin, { deviceToken }));
  expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
  const begin = () => outcome(beginPasskeyLogin(world.deps, { ...origin, deviceToken }));
  expect((await repeat(11, begin)).at(-1)).toBe('TOO_MANY_REQUESTS');
});

test('A18 strangers who use up the passkey sign-ins of an address leave a remembered device its own', async () => {
  const { deviceToken = null } = await world.registerPerson();
  const { ip } = newOrigin();
  const begin = (token: string | null) => outcome(beginPasskeyLogin(world.deps, { ip, deviceToken: token }));
  expect((await repeat(11, () => begin(null))).at(-1)).toBe('TOO_MANY_REQUESTS');
  expect(await repeat(10, () => begin(deviceToken))).toEqual(Array.from({ length: 10 }, () => 'right'));
  expect(await begin(deviceToken)).toBe('TOO_MANY_REQUESTS');
});

test('A18 strangers who use up the codes of an address leave somebody who is signed in, or has the password, their own', async () => {
  const person = await world.registerPerson();
  const origin = newOrigin();
  const { ip } = origin;
  const asStranger = () => outcome(sendRegisterCode(world.deps, { target: newTarget(), language: null, ip }));
  expect((await repeat(11, asStranger)).at(-1)).toBe('TOO_MANY_REQUESTS');
  expect(await outcome(sendFactorCode(world.deps, { session: person, purpose: 'set-word' }))).toBe('right');
  expect(await logIn(person.target, origin)).toBe('right');
});

test('A18 tries whose process died between their hit and their judgement leave the address whole half a minute later', async () => {
  const window = { key: limitKey('login-ip', ipBlocks('192.0.2.1').line), limit: 10, windowMs: 3_600_000 };
  const now = () => world.clock.now();
  // Never settled, as where the process was killed.
  for (let at = 0; at < 10; at += 1) {
    await new Promise<void>((judging) => {
      void withJudgedHits(world.deps, [window], () => {
        judging();
        return new Promise(() => undefined);
      });
    });
  }
  expect(await outcome(limitRate(world.deps.db.kysely, window, now()))).toBe('TOO_MANY_REQUESTS');
  world.clock.advance(30_001);
  for (let at = 0; at < 10; at += 1) await withJudgedHits(world.deps, [window], async () => undefined);
  // What was judged stays for the hour.
  world.clock.advance(3_590_000);
  expect(await outcome(limitRate(world.deps.db.kysely, window, now()))).toBe('TOO_MANY_REQUESTS');
  world.clock.advance(10_001);
  expect(await outcome(limitRate(world.deps.db.kysely, window, now()))).toBe('right');
});

test('A18 a try that a full network refuses takes nothing of its address', async () => {
  const line = { key: limitKey('login-ip', ipBlocks('192.0.2.2').line), limit: 1, windowMs: 3_600_000 };
  const network = { key: limitKey('login-network', ipBlocks('192.0.2.2').network), limit: 1, windowMs: 3_600_000 };
  const judge = async () => undefined;
  await withJudgedHits(world.deps, [network], judge);
  expect(await outcome(withJudgedHits(world.deps, [line, network], judge))).toBe('TOO_MANY_REQUESTS');
  expect(await outcome(withJudgedHits(world.deps, [line], judge))).toBe('right');
});
