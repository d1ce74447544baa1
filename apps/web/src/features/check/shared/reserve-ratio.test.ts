import { expect, test } from 'vitest';
import { compareReserves, missingOf, ratioOf } from './reserve-ratio.ts';
import { courseOf } from './ratio-course.ts';

const list = { partMax: 1n, lines: 1024, root: '' };
const place = (name: string, amount: bigint) => ({ place: name, amount, seen: undefined });

test('a ratio is cut and never rounded up', () => {
  expect(ratioOf({ held: 99_999n, owed: 100_000n })).toBe(9_999n);
  expect(ratioOf({ held: 10n ** 30n - 1n, owed: 10n ** 30n })).toBe(9_999n);
  expect(ratioOf({ held: 201n, owed: 200n })).toBe(10_050n);
  expect([missingOf({ held: 99n, owed: 100n }), missingOf({ held: 101n, owed: 100n })]).toEqual([1n, 0n]);
});

test('the lowest ratio leads, what is not issued is not held, and of what nobody is owed there is no ratio', () => {
  const reserves = compareReserves([
    { ...list, assetId: 'trx', owed: 100n, held: [place('hot', 50n), place('stake', 100n)] },
    { ...list, assetId: 'usdt', owed: 1_000_000n, held: [place('hot', 1n), place('deposits', 1_000_000n)] },
    { ...list, assetId: 'reward', owed: 10n, held: [place('unissued', 9n), place('cold', 3n)] },
    { ...list, assetId: 'gone', owed: 0n, held: [] },
  ]);
  expect(reserves.map(({ assetId }) => assetId)).toEqual(['reward', 'usdt', 'trx']);
  expect(reserves[0]).toEqual({ assetId: 'reward', owed: 10n, held: 3n, unissued: 9n, staked: 0n });
  // What is staked is held, and shown apart.
  expect(reserves[2]).toEqual({ assetId: 'trx', owed: 100n, held: 150n, unissued: 0n, staked: 100n });
});

test('a course has a point for each day, a gap where none was counted, and at most 90', () => {
  const counted = (day: string, held: bigint) => ({
    number: 1,
    day,
    due: '',
    block: { number: 1, id: '', at: '' },
    previous: undefined,
    demanded: false,
    log: undefined,
    assets: [{ ...list, assetId: 'usdt', owed: 100n, held: [place('hot', held)] }],
  });
  expect(courseOf([counted('2026-11-01', 101n), counted('2026-11-04', 100n)], 'usdt')).toEqual([
    101,
    undefined,
    undefined,
    100,
  ]);
  const long = courseOf([counted('2026-01-01', 101n), counted('2026-11-04', 100n)], 'usdt');
  expect([long.length, long[0], long.at(-1)]).toEqual([90, undefined, 100]);
  expect(courseOf([], 'usdt')).toEqual([]);
});
