import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAddressSet } from './address-set.ts';

const addressOf = (number: number): string =>
  `T${createHash('sha256').update(String(number)).digest('base64url').slice(0, 33)}`;

test('has every address it was given, and of 100,000 others none or one', () => {
  const set = openAddressSet();
  for (let number = 0; number < 100_000; number += 1) set.add(addressOf(number));
  expect(set.size()).toBe(100_000);
  let missing = 0;
  let mistaken = 0;
  for (let number = 0; number < 100_000; number += 1) {
    if (!set.has(addressOf(number))) missing += 1;
    if (set.has(addressOf(-1 - number))) mistaken += 1;
  }
  expect(missing).toBe(0);
  // A hundred thousand tries at a print among four thousand million, a hundred thousand of them taken: two or three.
  expect(mistaken).toBeLessThan(20);
});
