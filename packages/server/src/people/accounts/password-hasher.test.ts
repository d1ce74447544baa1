import { randomBytes } from 'node:crypto';
import { newId, type PersonId } from '@tern/base/ids';
import { expect, test } from 'vitest';
import { outcome } from '../identity/testing/outcome.ts';
import { passwordHasher } from './password-hasher.ts';

test('A18 people who hash without end keep nobody from one hash: everybody has their turn', async () => {
  const hasher = passwordHasher({ pepper: randomBytes(32), parallelMax: 1, waitingMax: 20 });
  const somebody = newId<PersonId>();
  const hashed = await hasher.hash('right', somebody);
  const busy = Array.from({ length: 6 }, () => newId<PersonId>());
  const done: PersonId[] = [];
  const verifyFor = (person: PersonId) => hasher.verify(hashed, 'right', person).finally(() => done.push(person));
  // Thirty in flight, where twenty-one are let in; one after another, so that they end in the order of their turns.
  const flood = busy.flatMap((person) => Array.from({ length: 5 }, () => outcome(verifyFor(person))));
  const refused = new Set<string>();
  await Promise.resolve();
  expect(await outcome(verifyFor(somebody))).toBe('right');
  for (const answer of await Promise.all(flood)) refused.add(answer);
  expect(refused).toEqual(new Set(['right', 'UNAVAILABLE']));
  // Those refused at once, the one under way, and one of each person.
  expect(done.indexOf(somebody)).toBeLessThanOrEqual(10 + 1 + 6);
});

test('a hash names its pepper once that was exchanged, and is one that version 2.1.0 reads before', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const somebody = newId<PersonId>();
  const limits = { parallelMax: 1, waitingMax: 20 };
  const before = passwordHasher({ pepper: first, ...limits });
  const after = passwordHasher({ pepper: second, olderPeppers: [first], ...limits });
  const plain = await before.hash('right', somebody);
  expect(plain).toMatch(/^\$argon2id\$[^#]+$/);
  expect([await after.verify(plain, 'right', somebody), after.isOutdated(plain)]).toEqual([true, true]);
  const named = await after.hash('right', somebody);
  expect(named).toMatch(/^\$argon2id\$[^#]+#[0-9a-f]{8}$/);
  expect([await after.verify(named, 'right', somebody), after.isOutdated(named)]).toEqual([true, false]);
});
