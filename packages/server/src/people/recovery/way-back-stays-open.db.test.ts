import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import {
  newOrigin,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { recover } from './recover.ts';

// Goal: strangers who know a phone or e-mail keep nobody out of their recovery. Method: they do all they may in its name, then
// its owner recovers: from a remembered device, and from a device and a network nobody knows.
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

type From = { readonly ip: string; readonly deviceToken?: string | null };

const ask = (person: Registered, from: From, purpose: 'recover' | 'reset-factors' = 'recover') =>
  sendWayBackCode(world.deps, { purpose, target: person.target, language: null, ...from });
const give = (person: Registered, { ip, deviceToken = null }: From, given: { challengeId: string; code: string }) =>
  outcome(
    recover(world.deps, {
      target: person.target,
      password: 'violet-anchor-52-maps',
      origin: { ip, userAgent: 'A browser' },
      deviceToken,
      ...given,
    }),
  );

/** Asks for a code where there may be one, and gives wrong ones as long as they are looked at. */
async function guess(person: Registered, ip: string): Promise<readonly string[]> {
  const sent = await ask(person, { ip }).catch(() => undefined);
  if (sent === undefined) return [];
  const code = (await world.readCode(person.target)) === '000000' ? '000001' : '000000';
  const answers: string[] = [];
  for (let at = 0; at < 5; at += 1) answers.push(await give(person, { ip }, { challengeId: sent.challengeId, code }));
  return answers;
}

async function recoverFrom(person: Registered, from: From): Promise<string> {
  const sent = await ask(person, from).catch((error: { code: string }) => error.code);
  if (typeof sent === 'string') return sent;
  return give(person, from, { challengeId: sent.challengeId, code: await world.readCode(person.target) });
}

test('A03 A18 one network that guesses for a fortnight refuses no right code, and ends with what one network may get wrong', async () => {
  const person = await world.registerPerson();
  world.clock.advance(2 * hourMs);
  const answers: string[] = [];
  for (let hour = 0; hour < 14 * 24; hour += 6) {
    // Every line of one network.
    answers.push(...(await guess(person, `2001:db8:66:${hour.toString(16)}::1`)));
    world.clock.advance(6 * hourMs);
  }
  expect(answers.filter((answer) => answer === 'CODE_WRONG' || answer === 'CODE_EXHAUSTED').length).toBeLessThan(50);
  expect(answers).not.toContain('right');
  expect(await recoverFrom(person, newOrigin())).toBe('right');
});

test('A02 fifty wrong codes close a network for a day, each further one for another, and nobody else', async () => {
  const person = await world.registerPerson();
  const { ip } = newOrigin();
  const answers: string[] = [];
  for (let day = 0; day < 60; day += 1) {
    world.clock.advance(dayMs);
    answers.push(...(await guess(person, ip)));
  }
  const looked = answers.filter((answer) => answer === 'CODE_WRONG' || answer === 'CODE_EXHAUSTED').length;
  const locked = answers.filter((answer) => answer === 'CODES_LOCKED').length;
  expect(looked).toBe(49);
  expect(locked).toBeGreaterThan(0);
  world.clock.advance(hourMs);
  expect(await recoverFrom(person, newOrigin())).toBe('right');
});

test('A03 a stranger who asks for all the codes there are leaves somebody on another device one within the hour', async () => {
  const person = await world.registerPerson();
  world.clock.advance(2 * hourMs);
  const { ip } = newOrigin();
  const answers: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    answers.push(await outcome(ask(person, { ip }, at % 2 === 0 ? 'recover' : 'reset-factors')));
    world.clock.advance(61_000);
  }
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(3);
  expect(await recoverFrom(person, newOrigin())).toBe('right');
});

test('A03 strangers of ever other networks use up nothing of a remembered device', async () => {
  const person = await world.registerPerson();
  const { deviceToken = null } = person;
  world.clock.advance(2 * hourMs);
  const strangers: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    strangers.push(...(await guess(person, newOrigin().ip)));
    world.clock.advance(hourMs / 3);
  }
  // Their codes of the day are used up (one of twelve was for registering), and it is told.
  expect(await outcome(ask(person, newOrigin()))).toBe('TOO_MANY_REQUESTS');
  expect(strangers).toHaveLength(55);
  expect(world.alerts).toContain('codes-under-attack');
  expect(await recoverFrom(person, { ...newOrigin(), deviceToken })).toBe('right');
});

test('A03 a remembered device waits for no stranger’s minute, and has four codes an hour of its own', async () => {
  const person = await world.registerPerson();
  const { deviceToken = null } = person;
  world.clock.advance(2 * hourMs);
  await ask(person, newOrigin());
  const answers: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    answers.push(await outcome(ask(person, { ...newOrigin(), deviceToken })));
    world.clock.advance(61_000);
  }
  expect(answers).toEqual(['right', 'right', 'right', 'right', 'TOO_MANY_REQUESTS']);
});

test('A03 a device of somebody else is a stranger', async () => {
  const [person, other] = [await world.registerPerson(), await world.registerPerson()];
  world.clock.advance(2 * hourMs);
  await ask(person, newOrigin());
  const deviceToken = other.deviceToken ?? null;
  expect(await outcome(ask(person, { ...newOrigin(), deviceToken }))).toBe('CODE_RESEND_TOO_SOON');
});
