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
