import { describe, expect, test } from 'vitest';
import { endOfPeriod, findStart, isWorse, listPlanned, scheduleAt, type Schedules } from './pool-schedule.ts';

// Goal: what was published holds. No decision touches the period that runs, nor gives less within a day.

const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const daily = { everyHours: 24, shareBasisPoints: 1_000n };
const less = { ...daily, shareBasisPoints: 500n };
const more = { ...daily, shareBasisPoints: 2_000n };
const first = { ...daily, from: at('01T12:00') };
const now = at('20T10:30');

describe('what is worse', () => {
  test.each([
    ['a smaller part', less, daily, true],
    ['a larger part', more, daily, false],
    ['the same', daily, daily, false],
    ['twice as often half of it, and a little less in all', { everyHours: 12, shareBasisPoints: 500n }, daily, true],
    ['twice as often a little more than half of it', { everyHours: 12, shareBasisPoints: 514n }, daily, false],
    ['half as often twice of it', more, { everyHours: 12, shareBasisPoints: 1_000n }, true],
    ['every hour everything', { everyHours: 1, shareBasisPoints: 10_000n }, daily, false],
  ])('%s', (_, next, than, expected) => {
    expect(isWorse(next, than)).toBe(expected);
  });
});

describe('H09 O10 from when on a decision counts', () => {
  test.each([
    ['more, from the end of the period that runs', [first], more, now, at('21T00:00'), false],
    ['less, from the end of the first period that ends a day later', [first], less, now, at('22T00:00'), true],
    ['less, decided as a period begins: a day is enough', [first], less, at('20T00:00'), at('21T00:00'), true],
    ['more, decided as a period begins: never that very moment', [first], more, at('20T00:00'), at('21T00:00'), false],
    ['more often, at a time of both', [first], { ...daily, everyHours: 6 }, now, at('21T00:00'), false],
    [
      'another length, at a time of both',
      [{ ...first, everyHours: 6 }],
      { ...daily, everyHours: 4 },
      now,
      at('20T12:00'),
      false,
    ],
    ['a day instead of hours', [{ ...first, everyHours: 6 }], daily, now, at('22T00:00'), true],
  ] as const)('%s', (_, schedules, next, decidedAt, from, worse) => {
    expect(findStart(schedules, next, decidedAt)).toEqual({ from, worse });
  });

  test('what is decided already is not decided again', () => {
    expect(findStart([first], daily, now)).toBeUndefined();
    expect(findStart([first, { ...less, from: at('22T00:00') }], less, now)).toBeUndefined();
  });

  test('a worsening is taken back before it counts, a promised improvement only with the notice', () => {
    const worsened: Schedules = [first, { ...less, from: at('22T00:00') }];
    const back = findStart(worsened, daily, now);
    expect(back).toEqual({ from: at('21T00:00'), worse: false });
    const undone: Schedules = [...worsened, { ...daily, from: at('21T00:00') }];
    expect(listPlanned(undone, now)).toEqual([]);
    expect(scheduleAt(undone, at('25T00:00'))).toMatchObject(daily);

    const improved: Schedules = [first, { ...more, from: at('21T00:00') }];
    expect(findStart(improved, daily, now)).toEqual({ from: at('22T00:00'), worse: true });
  });
});

test('what is planned comes in order, without what is overtaken', () => {
  const schedules: Schedules = [
    first,
    { ...more, from: at('21T00:00') },
    { ...less, from: at('24T00:00') },
    { ...daily, from: at('23T00:00') },
  ];
  expect(listPlanned(schedules, now).map(({ from }) => from)).toEqual([at('21T00:00'), at('23T00:00')]);
  expect(listPlanned(schedules, at('22T12:00')).map(({ from }) => from)).toEqual([at('23T00:00')]);
  expect(scheduleAt(schedules, at('24T12:00'))).toMatchObject(daily);
});

test('before the first line was written, it held', () => {
  expect(scheduleAt([first], at('01T00:00'))).toMatchObject(daily);
});

test('a standstill lengthens a period, up to a change and not beyond it', () => {
  const schedules: Schedules = [first, { everyHours: 12, shareBasisPoints: 2_000n, from: at('22T00:00') }];
  expect(endOfPeriod(schedules, at('19T00:00'), at('21T23:59'))).toEqual(at('21T00:00'));
  expect(endOfPeriod(schedules, at('19T00:00'), at('25T13:00'))).toEqual(at('22T00:00'));
  expect(endOfPeriod(schedules, at('22T00:00'), at('25T13:00'))).toEqual(at('25T12:00'));
});
