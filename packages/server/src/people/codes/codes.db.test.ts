import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureKeys, ipBlocks } from '../../platform/limits/public.ts';
import { hashTarget } from '../../platform/tokens.ts';
import { normalizeContact, type Contact } from '../accounts/contact.ts';
import { newOrigin, newTarget, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import type { CodePurpose } from './challenge-store.ts';
import { checkCode, spendCode } from './check-code.ts';
import { strangerAt } from './code-asker.ts';
import { sendCode } from './send-code.ts';
import { sendRegisterCode } from './send-register-code.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

// Who gives a code here comes from one network all the time.
const { ip } = newOrigin();
const asker = strangerAt(ip);
const counterOf = (contact: Contact): string =>
  failureKeys.code('register', hashTarget(world.deps.keys.hashKey, contact), ipBlocks(ip).network);

const wrongFor = (code: string): string => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

const send = (purpose: CodePurpose, subject = '', target = newTarget()) =>
  transact(world.deps.db, (tx) =>
    sendCode(tx, world.deps, {
      purpose,
      contact: normalizeContact(target),
      subject,
      language: null,
      asker: strangerAt(newOrigin().ip),
      wordOf: null,
    }),
  ).then(async (sent) => ({ ...sent, target, contact: normalizeContact(target), code: await world.readCode(target) }));

test('A02 of 300 wrong codes over 20 sent ones 50 are looked at, then that network has no try for a day', async () => {
  const target = newTarget();
  const contact = normalizeContact(target);
  const answers: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    // Few codes a day: the sending limits are another test's matter.
    world.clock.advance(7_600_000);
    const { challengeId, code } = await send('register', '', target);
    const guess = () =>
      checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code: wrongFor(code), asker });
    answers.push(...(await Promise.all(Array.from({ length: 15 }, () => outcome(guess())))));
  }
  const { failures } = await world.database.db.kysely
    .selectFrom('failure_counters')
    .select('failures')
    .where('key', '=', counterOf(contact))
    .executeTakeFirstOrThrow();
  expect(failures).toBe(50);
  expect(answers).not.toContain('right');
  expect(world.alerts).toContain('codes-under-attack');
  world.clock.advance(3_600_001);
  const { challengeId, code } = await send('register', '', target);
  expect(
    await outcome(checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code, asker })),
  ).toBe('CODES_LOCKED');
});

test('A05 a code works for its own purpose, target and subject only', async () => {
  const purposes: readonly CodePurpose[] = ['register', 'login', 'set-trade-password', 'bind-authenticator'];
  for (const sentFor of purposes) {
    for (const usedFor of purposes) {
      const { challengeId, contact, code } = await send(sentFor, 'this sign-in');
      const check = (subject: string, to = contact) =>
        outcome(checkCode(world.deps, { challengeId, purpose: usedFor, contact: to, subject, code, asker }));
      expect(await check('another sign-in')).toBe('CODE_WRONG');
      expect(await check('this sign-in', normalizeContact(newTarget()))).toBe('CODE_WRONG');
      expect(await check('this sign-in')).toBe(sentFor === usedFor ? 'right' : 'CODE_WRONG');
    }
  }
});

test('A05 of 50 parallel submissions of the right code one succeeds', async () => {
  const { challengeId, contact, code } = await send('register');
  const submit = async () => {
    const checked = await checkCode(world.deps, {
      challengeId,
      purpose: 'register',
      contact,
      subject: '',
      code,
      asker,
    });
    await transact(world.deps.db, (tx) => spendCode(tx, checked, world.clock.now()));
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => outcome(submit())));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
});

test('A05 a code is refused once ten minutes have passed', async () => {
  const { challengeId, contact, code } = await send('register');
  world.clock.advance(600_000);
  expect(
    await outcome(checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code, asker })),
  ).toBe('CODE_WRONG');
});

test('A05 the database holds no code and no unknown target in clear', async () => {
  const { code, contact } = await send('register');
  const { rows } = await world.database.db.pool.query<{ line: string }>(
    'SELECT c::text AS line FROM challenges c UNION ALL SELECT w::text FROM rate_windows w UNION ALL SELECT f::text FROM failure_counters f',
  );
  const outbox = await world.database.db.pool.query<{ line: string }>(
    'SELECT o::text AS line FROM outbox o WHERE recipient = $1',
    [contact.value],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { line } of rows) expect(line).not.toContain(contact.value);
  for (const { line } of [...rows, ...outbox.rows]) expect(line).not.toMatch(new RegExp(`\\b${code}\\b`));
});

test('A16 of 500 parallel wrong codes exactly five are looked at, five times over', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { challengeId, contact, code } = await send('register');
    const guess = () =>
      checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code: wrongFor(code), asker });
    const answers = await Promise.all(Array.from({ length: 500 }, () => outcome(guess())));
    const { failures } = await world.database.db.kysely
      .selectFrom('failure_counters')
      .select('failures')
      .where('key', '=', counterOf(contact))
      .executeTakeFirstOrThrow();
    expect(failures).toBe(5);
    expect(answers.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(4);
    expect(answers.filter((answer) => answer === 'CODE_EXHAUSTED')).toHaveLength(496);
    // The right code is no use any more either.
    expect(
      await outcome(checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code, asker })),
    ).toBe('CODE_EXHAUSTED');
  }
});

test('a right code that could not be used is good again, and used up no try', async () => {
  const { challengeId, contact, code } = await send('register');
  const check = () => checkCode(world.deps, { challengeId, purpose: 'register', contact, subject: '', code, asker });
  const checked = await check();
  const failing = transact(world.deps.db, async (tx) => {
    await spendCode(tx, checked, world.clock.now());
    throw problem('UNAVAILABLE');
  });
  await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const again = await check();
  await transact(world.deps.db, (tx) => spendCode(tx, again, world.clock.now()));
  const { tries } = await world.database.db.kysely
    .selectFrom('challenges')
    .select('tries')
    .where('id', '=', challengeId)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(0);
});

test('sends four codes an hour to one target and sixteen to one address, a minute apart', async () => {
  const target = newTarget();
  const request = (to: typeof target, ip: string) =>
    outcome(sendRegisterCode(world.deps, { target: to, language: null, ip }));
  const parallel = await Promise.all(Array.from({ length: 50 }, () => request(target, newOrigin().ip)));
  expect(parallel.filter((answer) => answer === 'right')).toHaveLength(1);
  expect(new Set(parallel)).toEqual(new Set(['right', 'CODE_RESEND_TOO_SOON']));
  for (let minute = 0; minute < 3; minute += 1) {
    world.clock.advance(60_000);
    expect(await request(target, newOrigin().ip)).toBe('right');
  }
  world.clock.advance(60_000);
  expect(await request(target, newOrigin().ip)).toBe('TOO_MANY_REQUESTS');
  // Any hour, not each full hour: the first of the four has just left the window.
  world.clock.advance(56 * 60_000);
  expect(await request(target, newOrigin().ip)).toBe('right');
  world.clock.advance(60_000);
  expect(await request(target, newOrigin().ip)).toBe('right');

  const { ip } = newOrigin();
  const manyTargets = await Promise.all(Array.from({ length: 40 }, () => request(newTarget(), ip)));
  expect(manyTargets.filter((answer) => answer === 'right')).toHaveLength(16);
});
