import { expect, test } from 'vitest';
import { findReturned, returnName } from './return-name.ts';

const txId = '0f'.repeat(32);

test.each(['trx', 'trc20', 'internal'] as const)('the name of a return of %s says which arrival it is of', (kind) => {
  const arrival = { txId, kind, index: 123_456_789 };
  const name = returnName(arrival);
  expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(findReturned(name)).toEqual(arrival);
  expect(returnName({ ...arrival, index: 1 })).not.toBe(name);
});

test('other names stand for no arrival', () => {
  expect(findReturned('8f14e45f-ceea-467f-a0d1-3ac6ba7a3c1e')).toBeUndefined();
  expect(findReturned('return-x1-'.padEnd(53, 'a'))).toBeUndefined();
});
