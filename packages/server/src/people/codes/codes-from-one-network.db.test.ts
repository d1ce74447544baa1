import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newOrigin, newTarget, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { sendRegisterCode } from './send-register-code.ts';
import { sendWayBackCode } from './send-way-back-code.ts';

// Goal: neither one network nor names that nobody has use up what people recover with.
let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ smsPerCountryDay: 50 });
});
afterAll(() => world.database.drop());
beforeEach(() => world.clock.advance(86_400_000));

const phone = () => newTarget('phone');
const register = (target: ReturnType<typeof newTarget>, ip: string) =>
  outcome(sendRegisterCode(world.deps, { target, language: null, ip }));
const wayBack = (target: ReturnType<typeof newTarget>, ip: string, deviceToken: string | null = null) =>
  outcome(sendWayBackCode(world.deps, { purpose: 'recover', target, language: null, ip, deviceToken }));
const count = async (times: number, askOnce: (at: number) => Promise<string>) => {
  const counts: Record<string, number> = {};
  for (let at = 0; at < times; at += 1) {
    const answer = await askOnce(at);
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
};

test('A03 the lines of one network are sent eighty codes an hour together', async () => {
  const counts = await count(100, (at) => register(newTarget(), `2001:db8:7:${at.toString(16)}::1`));
  expect(counts).toEqual({ right: 80, TOO_MANY_REQUESTS: 20 });
});

test('A03 recoveries of numbers nobody has use up no text message, and are answered like those of others', async () => {
  const person = await world.registerPerson({ target: phone() });
  world.clock.advance(3_600_000);
  expect(await count(60, () => wayBack(phone(), newOrigin().ip))).toEqual({ right: 60 });
  expect(await wayBack(person.target, newOrigin().ip)).toBe('right');
});

test('A03 numbers that register leave recoveries of that country a part of the day, and those leave devices we know theirs', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => world.registerPerson({ target: phone() })));
  world.clock.advance(86_400_000);
  expect(await count(45, () => register(phone(), newOrigin().ip))).toEqual({ right: 40, SMS_LIMIT_REACHED: 5 });
  const answers: string[] = [];
  for (const { target } of people) answers.push(await wayBack(target, newOrigin().ip));
  expect(answers).toEqual(['right', 'right', 'right', 'right', 'right', 'SMS_LIMIT_REACHED', 'SMS_LIMIT_REACHED']);
  // Nobody's is refused as well: no answer tells who has an account.
  expect(await wayBack(phone(), newOrigin().ip)).toBe('SMS_LIMIT_REACHED');
  const last = people.at(-1);
  expect(last && (await wayBack(last.target, newOrigin().ip, last.deviceToken ?? null))).toBe('right');
});
