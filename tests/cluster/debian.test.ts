import { expect, test } from 'vitest';
import { choosePostgres } from './debian.ts';

test('of several PostgreSQL the cluster runs on the lowest that is promised; an older one is chosen only to be named', () => {
  expect(choosePostgres([15, 18, 17])).toBe(17);
  expect(choosePostgres([18, 19])).toBe(18);
  expect(choosePostgres([14, 16])).toBe(16);
  expect(choosePostgres([])).toBe(0);
});
