import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leavesOfNothing } from './ledger-log.ts';

// Goal (H25): from the length of a path nobody learns how many entries a day has, but for the power of two from 1,024 on.
test('H25 leaves for nothing make a day’s leaves up to a power of two, and a seed gives the same ones each time', () => {
  const seed = randomBytes(32);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (after) => {
      const made = [...leavesOfNothing(seed, { day: '2026-11-29', after })];
      const all = after + made.length;
      expect(all).toBe(Math.max(1_024, 2 ** Math.ceil(Math.log2(after))));
      expect(new Set(made.map((leaf) => leaf.toString('hex'))).size).toBe(made.length);
    }),
    { numRuns: 20 },
  );
  const made = (day: string, from = seed) =>
    [...leavesOfNothing(from, { day, after: 1_000 })].map((leaf) => leaf.toString('hex'));
  expect(made('2026-11-29')).toEqual(made('2026-11-29'));
  expect(made('2026-11-30')).not.toEqual(made('2026-11-29'));
  expect(made('2026-11-29', randomBytes(32))).not.toEqual(made('2026-11-29'));
});
