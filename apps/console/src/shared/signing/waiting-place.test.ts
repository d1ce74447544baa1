import { expect, test } from 'vitest';
import { isOfWaiting } from './is-of-waiting.ts';
import { placeAmong } from './waiting-place.tsx';

// Goal: whoever signs reads which of several that wait it is, and nothing where it is the only one.
const all = ['a', 'b', 'c'].map((id) => ({ id }));

test('one of several has its place, counted from one', () => {
  expect(placeAmong(all, 'a')).toEqual({ at: 1, of: 3, hasMore: false });
  expect(placeAmong(all, 'c')).toEqual({ at: 3, of: 3, hasMore: false });
});

test('what does not wait, what waits alone and no choice have none; alone on a page that goes on it is not alone', () => {
  expect(placeAmong(all, 'd')).toBeUndefined();
  expect(placeAmong(all, undefined)).toBeUndefined();
  expect(placeAmong([{ id: 'a' }], 'a')).toBeUndefined();
  expect(placeAmong([{ id: 'a' }], 'a', true)).toEqual({ at: 1, of: 1, hasMore: true });
});

test('what somebody else brought about can be decided later; what was only entered is cancelled', () => {
  expect(isOfWaiting({ action: 'reviews.decide' })).toBe(true);
  expect(isOfWaiting({ action: 'changes.propose' })).toBe(false);
  expect(isOfWaiting({ action: 'flows.switchFlow' })).toBe(false);
});
