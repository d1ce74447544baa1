import type { WorthView } from '@tern/contracts/routes/home';
import { expect, test } from 'vitest';
import { describeDayChange } from './day-change.ts';

const from = '2026-11-27T10:00:00.000Z';
const since = '2026-11-27T11:00:00.000Z';
const worth = (change: Partial<NonNullable<WorthView['change']>>, points: WorthView['points']): WorthView => ({
  from,
  until: '2026-11-28T10:00:00.000Z',
  startedAt: from,
  points,
  change: { since, amount: '0', inOut: '0', rewards: '0', prices: '0', ...change },
  marks: [],
  without: ['reward'],
});

test('the change is what prices did, and its share is of what was there and came in', () => {
  expect(describeDayChange(worth({ prices: '-30', inOut: '100', rewards: '50' }, [null, '150']))).toEqual({
    since,
    amount: '-30',
    basisPoints: -1_000,
    without: ['reward'],
  });
});

test('what went out makes nothing of the share, and nothing at all has none', () => {
  expect(describeDayChange(worth({ prices: '15', inOut: '-100' }, ['150'])).basisPoints).toBe(1_000);
  expect(describeDayChange(worth({ prices: '0' }, ['0'])).basisPoints).toBeNull();
});

test('without two known points there is no change', () => {
  expect(describeDayChange({ ...worth({}, []), change: null })).toEqual({
    since: from,
    amount: '0',
    basisPoints: null,
    without: ['reward'],
  });
});
