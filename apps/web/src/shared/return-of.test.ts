import { expect, test } from 'vitest';
import { ofOwner, returnPathFor } from './return-of.ts';

const wanted = '/pages/index/transfer?coin=usdt&to=TMp7sLw3YdQk9RbV2nXeGf6Jh8tZac4HxZ&amount=12';

test.each([
  ['the same person', ofOwner('ann'), wanted],
  ['somebody else', ofOwner('ben'), '/pages/index/transfer'],
  ['nobody known', ofOwner(undefined), wanted],
  ['a link from outside', null, wanted],
])('after the session of %s, Ann is led on', (_whose, state, expected) => {
  expect(returnPathFor(wanted, state, 'ann')).toBe(expected);
});
