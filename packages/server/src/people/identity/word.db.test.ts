import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeContact } from '../accounts/contact.ts';
import { normalizeWord } from '../accounts/word.ts';
import { sendRegisterCode } from '../codes/send-register-code.ts';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { changeContact } from '../contacts/change-contact.ts';
import { sendContactCodes } from '../contacts/send-contact-codes.ts';
import { getAccount } from './get-account.ts';
import { setWord } from './set-word.ts';
import {
  goodPassword,
  homeOrigin,
  newOrigin,
  newTarget,
  openIdentityWorld,
  type IdentityWorld,
  type Registered,
} from './testing/identity-world.ts';
import { outcome } from './testing/outcome.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld({ codesPerTargetHour: 100, codesPerIpHour: 100 });
});
afterAll(() => world.database.drop());

async function choose(person: Registered, word: string | null) {
  world.clock.advance(60_000);
  return setWord(world.deps, { ...(await world.prove(person, 'set-word')), word });
}

/** The words with which the waiting messages to a contact begin, the oldest first. */
async function wordsTo(target: Registered['target']): Promise<readonly (string | undefined)[]> {
  const { rows } = await world.database.db.pool.query<{ id: string; values_sealed: Buffer }>(
    'SELECT id, values_sealed FROM outbox WHERE recipient = $1 ORDER BY created_at',
    [normalizeContact(target).value],
  );
  return rows.map(
    ({ id, values_sealed }) =>
      (JSON.parse(world.deps.keys.outboxBox.open(values_sealed, id)) as { word?: string }).word,
  );
}

test('A20 the word begins every message to its person from then on, and the notice of another one bears the former', async () => {
  const person = await world.registerPerson();
  await choose(person, '  sunny   Kite ');
  expect((await getAccount(world.deps, person.personId)).word).toBe('sunny Kite');
  expect(await wordsTo(person.target)).toEqual([undefined, undefined, undefined]);
  world.clock.advance(60_000);
  await sendWayBackCode(world.deps, { purpose: 'recover', target: person.target, language: null, ip: newOrigin().ip });
  await choose(person, 'grüne Möwe');
  await choose(person, null);
  // Recovery code, then code and notice of either change.
  expect((await wordsTo(person.target)).slice(3)).toEqual([
    'sunny Kite',
    'sunny Kite',
    'sunny Kite',
    'grüne Möwe',
    'grüne Möwe',
  ]);
  expect((await getAccount(world.deps, person.personId)).word).toBeNull();
});

test('A20 the word never goes to a contact that is not proven', async () => {
  const person = await world.registerPerson();
  await choose(person, 'sunny kite');
  const target = newTarget();
  world.clock.advance(60_000);
  const sent = await sendContactCodes(world.deps, { session: person, target });
  await sendRegisterCode(world.deps, { target: person.target, language: null, ip: newOrigin().ip });
  expect(await wordsTo(target)).toEqual([undefined]);
  expect((await wordsTo(person.target)).at(-1)).toBeUndefined();
  await changeContact(world.deps, {
    session: person,
    target,
    loginPassword: goodPassword,
    challengeId: sent.present.challengeId,
    code: await codeFor(person),
    newChallengeId: sent.fresh.challengeId,
    newCode: await world.readCode(target),
    origin: homeOrigin,
  });
  expect(await wordsTo(target)).toEqual([undefined, 'sunny kite']);
});

/** The code for changing a contact, which is not the newest one here. */
async function codeFor(person: Registered): Promise<string> {
  const { rows } = await world.database.db.pool.query<{ id: string; values_sealed: Buffer }>(
    `SELECT id, values_sealed FROM outbox WHERE recipient = $1 AND template = 'code-change-contact'`,
    [normalizeContact(person.target).value],
  );
  const [row] = rows;
  return (
    JSON.parse(world.deps.keys.outboxBox.open(row?.values_sealed ?? Buffer.alloc(0), row?.id ?? '')) as { code: string }
  ).code;
}

test('A09 the word takes login password, fresh code and the bound authenticator', async () => {
  const person = await world.registerPerson();
  const secret = await world.bindAuthenticator(person);
  world.clock.advance(60_000);
  const right = { ...(await world.prove(person, 'set-word')), word: 'sunny kite' };
  expect(await outcome(setWord(world.deps, { ...right, loginPassword: 'not it' }))).toBe('LOGIN_PASSWORD_WRONG');
  expect(await outcome(setWord(world.deps, { ...right, code: '000000' }))).toBe('CODE_WRONG');
  expect(await outcome(setWord(world.deps, right))).toBe('PRESENT_FACTOR_REQUIRED');
  const factor = { kind: 'authenticator', code: await world.authenticatorCode(secret) } as const;
  expect(await outcome(setWord(world.deps, { ...right, factor }))).toBe('right');
});

test.each([
  'abc',
  'a'.repeat(25),
  '123456',
  'kite 42',
  'your code is',
  'Testwallet',
  'evil.example',
  'two\nlines!',
  'kite\u202Eetik',
])('W17 %j is no word', (typed) => {
  expect(() => normalizeWord(typed, { words: ['Testwallet', 'TWT'] })).toThrow(
    expect.objectContaining({ code: 'WORD_UNFIT' }),
  );
});

test('the database holds no word in clear', async () => {
  const person = await world.registerPerson();
  await choose(person, 'purple heron');
  const { rows } = await world.database.db.pool.query<{ word_sealed: Buffer }>('SELECT word_sealed FROM message_words');
  expect(rows.some(({ word_sealed }) => word_sealed.includes('heron'))).toBe(false);
});
