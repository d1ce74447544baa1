import { expect, test } from 'vitest';
import { findRoom } from './find-room.ts';

const screen = { top: 0, bottom: 800 };
const bar = { top: 740, bottom: 800 };

test('stands at the lower edge where nothing is', () => {
  expect(findRoom(48, screen, [], 8)).toBe(800);
});

test('stands above the bar, with a gap', () => {
  expect(findRoom(48, screen, [bar], 8)).toBe(732);
});

test('climbs over everything it would meet, whatever the order', () => {
  const rows = [
    { top: 600, bottom: 660 },
    { top: 670, bottom: 730 },
  ];
  expect(findRoom(48, screen, [...rows, bar], 8)).toBe(592);
});

test('takes the lowest gap that is high enough', () => {
  const button = { top: 500, bottom: 660 };
  expect(findRoom(48, screen, [button, bar], 8)).toBe(732);
  expect(findRoom(80, screen, [button, bar], 8)).toBe(492);
});

test('one that lies behind another is climbed over too', () => {
  const card = { top: 300, bottom: 735 };
  const inside = { top: 700, bottom: 730 };
  expect(findRoom(48, screen, [inside, card, bar], 8)).toBe(292);
});

test('finds nothing where everything is taken', () => {
  expect(findRoom(48, screen, [{ top: 20, bottom: 800 }], 8)).toBeUndefined();
});
