import { readdirSync, readFileSync } from 'node:fs';
import { parseOptions } from '@node-rs/argon2';
import { newId, type PersonId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { hashThreadName, openHashThreads } from './hash-threads.ts';
import { passwordHasher, tradePasswordCost } from './password-hasher.ts';

// As cheap as argon2id can be: these tests are about the threads.
const options = { memoryCost: 8, timeCost: 1, parallelism: 1, secret: new Uint8Array(32).fill(7) };

test('a thread answers several in turn, right and wrong ones, and a broken hash fails alone', async () => {
  const threads = openHashThreads(1);
  const hashed = await threads.hash('258036', options);
  expect(await threads.verify(hashed, '258036', options)).toBe(true);
  expect(await threads.verify(hashed, '258037', options)).toBe(false);
  await expect(threads.verify('no hash', '258036', options)).rejects.toThrow(/\S/);
  expect(await threads.verify(hashed, '258036', options)).toBe(true);
});

test('no more is computed at once than there are threads', async () => {
  const threads = openHashThreads(2);
  const asked = Array.from({ length: 3 }, () => threads.hash('258036', options));
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('hashes are computed by threads of that name alone', async () => {
  // Other systems do not tell.
  const isLinux = process.platform === 'linux';
  const named = () =>
    (isLinux ? readdirSync('/proc/self/task') : []).filter(
      (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === hashThreadName,
    ).length;
  const before = named();
  const hasher = passwordHasher({ pepper: new Uint8Array(32), parallelMax: 2, waitingMax: 10 });
  await Promise.all([1, 2, 3].map(() => hasher.hash('teal-harbour-91-lamps', newId<PersonId>())));
  expect(named() - before).toBe(isLinux ? 2 : 0);
});

test('a trade password is hashed at its own cost, and one of a login password counts as outdated', async () => {
  const hasher = passwordHasher({ pepper: new Uint8Array(32), parallelMax: 1, waitingMax: 10 });
  const person = newId<PersonId>();
  const [trade, login] = [await hasher.hash('258036', person, tradePasswordCost), await hasher.hash('258036', person)];
  const { memoryCost, timeCost } = parseOptions(trade.split('#')[0] ?? '');
  expect([memoryCost, timeCost]).toEqual([7_168, 5]);
  expect([hasher.isOutdated(trade, tradePasswordCost), hasher.isOutdated(login, tradePasswordCost)]).toEqual([
    false,
    true,
  ]);
  expect([hasher.isOutdated(login), hasher.isOutdated(trade)]).toEqual([false, true]);
  expect([await hasher.verify(trade, '258036', person), await hasher.verify(login, '258036', person)]).toEqual([
    true,
    true,
  ]);
});
