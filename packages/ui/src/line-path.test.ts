import { expect, test } from 'vitest';
import { drawLine } from './line-path.ts';

const box = { width: 40, height: 20, margin: 2 };

test('the lowest value lies at the bottom, the highest at the top', () => {
  expect(drawLine([1, 3, 2], box)).toEqual({
    path: 'M0.00 18.00L20.00 2.00L40.00 10.00',
    gaps: '',
    places: [
      { x: 0, y: 18 },
      { x: 20, y: 2 },
      { x: 40, y: 10 },
    ],
  });
});

test('dashes lead over a gap, and what stands alone is where they meet', () => {
  const { path, gaps, places } = drawLine([1, undefined, 2, undefined, 1, 2], box);
  expect(path).toBe('M32.00 18.00L40.00 2.00');
  expect(gaps).toBe('M0.00 18.00L16.00 2.00M16.00 2.00L32.00 18.00');
  expect(places[1]).toBeUndefined();
});

test('what is not known at the beginning or at the end is led to by nothing', () => {
  expect(drawLine([undefined, 1, 2, undefined], box)).toMatchObject({ path: 'M13.33 18.00L26.67 2.00', gaps: '' });
});

test('a price that never moved lies in the middle', () => {
  expect(drawLine([5, 5], box).path).toBe('M0.00 10.00L40.00 10.00');
});

test('without any value nothing is drawn', () => {
  expect(drawLine([undefined, undefined], box).path).toBe('');
  expect(drawLine([], box).path).toBe('');
});
