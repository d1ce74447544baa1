import type { TargetInput } from '@tern/contracts/fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newOrigin, newTarget, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { codeOf } from '../identity/testing/outcome.ts';
import { sendFactorCode } from './send-factor-code.ts';
import { sendRegisterCode } from './send-register-code.ts';
import { sendWayBackCode } from './send-way-back-code.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ smsPerDay: 25, smsPerCountryDay: 10 });
});
afterAll(() => world.database.drop());
// Every test has a day of its own.
beforeEach(() => {
  world.clock.advance(86_400_000);
  world.alerts.length = 0;
});

const ask = (target: TargetInput, ip = newOrigin().ip): Promise<string> =>
  sendRegisterCode(world.deps, { target, language: null, ip }).then(() => 'sent', codeOf);
const phoneIn = (areaCode: string): TargetInput => ({ ...newTarget('phone'), areaCode }) as TargetInput;

/** How many answers there are of each kind. */
async function countAnswers(asks: readonly (() => Promise<string>)[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let from = 0; from < asks.length; from += 50) {
    for (const answer of await Promise.all(asks.slice(from, from + 50).map((one) => one()))) {
      counts[answer] = (counts[answer] ?? 0) + 1;
    }
  }
  return counts;
}

async function textMessagesQueued(): Promise<number> {
  const { rows } = await world.database.db.pool.query(
    `SELECT count(*)::int AS count FROM outbox WHERE channel = 'sms' AND template LIKE 'code-%'`,
  );
  return Number(rows[0]?.count);
}

test('A03 of 1,000 wishes for one number from 1,000 addresses four an hour are sent', async () => {
  const target = phoneIn('44');
  const before = await textMessagesQueued();
  let sent = 0;
  // A minute has to pass between two codes, so the wishes come in five waves.
  for (let wave = 0; wave < 5; wave += 1) {
    const counts = await countAnswers(Array.from({ length: 200 }, () => () => ask(target)));
    sent += counts['sent'] ?? 0;
    world.clock.advance(61_000);
  }
  expect(sent).toBe(4);
  expect((await textMessagesQueued()) - before).toBe(4);
});

test('A03 of 1,000 numbers asked for from one address sixteen an hour are sent', async () => {
  const { ip } = newOrigin();
  const before = await textMessagesQueued();
  // Spread over countries, so that this limit is met and no other.
  const countries = ['44', '49', '33', '39', '34'];
  const counts = await countAnswers(
    Array.from({ length: 1_000 }, (_, index) => () => ask(phoneIn(countries[index % 5] ?? ''), ip)),
  );
  expect(counts).toEqual({ sent: 16, TOO_MANY_REQUESTS: 984 });
  expect((await textMessagesQueued()) - before).toBe(16);
});

test('A03 one country takes no more than its share of a day, the others go on, and the alarm rings once', async () => {
  const expensive = await countAnswers(Array.from({ length: 60 }, () => () => ask(phoneIn('960'))));
  expect(expensive).toEqual({ sent: 8, SMS_LIMIT_REACHED: 52 });
  expect(await ask(phoneIn('44'))).toBe('sent');
  expect(world.alerts).toEqual(['sms-budget-spent']);
});

test('A03 the day’s budget stops all text messages to strangers, mails go on, and the next day there is a new one', async () => {
  const countries = ['44', '49', '33', '39', '34', '31'];
  const counts = await countAnswers(
    Array.from({ length: 300 }, (_, index) => () => ask(phoneIn(countries[index % 6] ?? ''))),
  );
  expect(counts).toEqual({ sent: 20, SMS_LIMIT_REACHED: 280 });
  expect(world.alerts).toEqual(['sms-budget-spent']);
  expect(await ask(newTarget('email'))).toBe('sent');
  world.clock.advance(86_400_000);
  expect(await ask(phoneIn('44'))).toBe('sent');
});

test('A03 who is signed in still gets codes when strangers have used up their part', async () => {
  const person = await world.registerPerson({ target: phoneIn('44') });
  const wishes = Array.from({ length: 60 }, () => () => ask(phoneIn('44')));
  expect(await countAnswers(wishes)).toEqual({ sent: 7, SMS_LIMIT_REACHED: 53 });
  const own = await sendFactorCode(world.deps, { session: person, purpose: 'set-trade-password' });
  expect(own.sentTo).toBe(`+44 •••• ${person.target.kind === 'phone' ? person.target.number.slice(-4) : ''}`);
});

test('A03 A04 codes to numbers nobody has use up nothing, and are refused where a code to a person would be', async () => {
  const person = await world.registerPerson({ target: phoneIn('44') });
  world.clock.advance(61_000);
  const recover = (target = phoneIn('44')): Promise<string> => {
    const { ip } = newOrigin();
    return sendWayBackCode(world.deps, { purpose: 'recover', target, language: null, ip }).then(() => 'sent', codeOf);
  };
  const wishes = (count: number, wish: () => Promise<string>) =>
    countAnswers(Array.from({ length: count }, () => wish));
  expect(await wishes(30, recover)).toEqual({ sent: 30 });
  expect(await wishes(30, () => ask(phoneIn('44')))).toEqual({ sent: 7, SMS_LIMIT_REACHED: 23 });
  // The last one of the part for those who recover.
  expect(await recover(person.target)).toBe('sent');
  expect(await recover()).toBe('SMS_LIMIT_REACHED');
});

test('A03 a refusal says until when, and leaves nothing counted', async () => {
  await countAnswers(Array.from({ length: 20 }, () => () => ask(phoneIn('44'))));
  const refused = await sendRegisterCode(world.deps, {
    target: phoneIn('44'),
    language: null,
    ip: newOrigin().ip,
  }).catch((error: unknown) => error as { code: string; data: { retryAfterSeconds: number } });
  expect(refused).toMatchObject({ code: 'SMS_LIMIT_REACHED' });
  const wait = 'data' in refused ? refused.data.retryAfterSeconds : 0;
  const midnightMs = Math.ceil(world.clock.nowMs() / 86_400_000) * 86_400_000;
  expect(Math.abs(wait * 1000 - (midnightMs - world.clock.nowMs()))).toBeLessThan(1_000);
  const { rows } = await world.database.db.pool.query(
    `SELECT scope, sent FROM sms_budgets WHERE day = $1::date ORDER BY scope`,
    [world.clock.now().toISOString().slice(0, 10)],
  );
  expect(rows).toEqual([
    { scope: '+44', sent: 8 },
    { scope: 'all', sent: 8 },
  ]);
});
