import { expect, test } from 'vitest';
import { drawLine } from './line-path.ts';

const box = { width: 40, height: 20, margin: 2 };

test('the lowest value lies at the bottom, the highest at the top', () => {
  expect(drawLine([1, 3, 2], box)).toEqual({
    path: 'M0.00 18.00L20.00 2.00L40.00 10.00',
    places: [
      { x: 0, y: 18 },
      { x: 20, y: 2 },
      { x: 40, y: 10 },
    ],
  });
});

test('a gap stays a gap, and what stands alone is a dot', () => {
  const { path, places } = drawLine([1, undefined, 2, undefined, 1, 2], box);
  expect(path).toBe('M0.00 18.00h0M16.00 2.00h0M32.00 18.00L40.00 2.00');
  expect(places[1]).toBeUndefined();
});

test('a price that never moved lies in the middle', () => {
  expect(drawLine([5, 5], box).path).toBe('M0.00 10.00L40.00 10.00');
});

test('without any value nothing is drawn', () => {
  expect(drawLine([undefined, undefined], box).path).toBe('');
  expect(drawLine([], box).path).toBe('');
});
