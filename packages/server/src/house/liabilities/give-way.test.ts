import { expect, test } from 'vitest';
import { openGiveWay } from './give-way.ts';

// Goal: long work rests while others are busy, and only then. Method: a machine of two processors whose clock and counters are set
// by hand.

function openMachine(othersBusy: number) {
  const clock = { ms: 0 };
  const used = { all: 0, own: 0 };
  const rests: number[] = [];
  const pass = (ms: number, own: number) => {
    clock.ms += ms;
    used.own += own * ms;
    used.all += (own + othersBusy) * ms;
  };
  const { now: giveWay, hasRested } = openGiveWay({
    nowMs: () => clock.ms,
    readUsed: () => ({ ...used }),
    readWorkedMs: () => used.own,
    processors: 2,
    sleep: (ms) => {
      rests.push(ms);
      pass(ms, 0);
    },
  });
  /** Works for so long with so many processors, and gives way every millisecond. */
  const work = (ms: number, own: number) => {
    for (let each = 0; each < ms; each += 1) {
      pass(1, own);
      giveWay();
    }
  };
  return { rests, work, hasRested };
}

test('on a machine that nobody else uses it never rests, however much of it this process uses', () => {
  const { rests, work } = openMachine(0);
  work(2_000, 2);
  expect(rests).toEqual([]);
});

test('others may use six tenths of the machine, and whether they used more is remembered', () => {
  const quiet = openMachine(1.1);
  quiet.work(1_000, 0.9);
  expect([quiet.rests, quiet.hasRested()]).toEqual([[], false]);
  const busy = openMachine(1.3);
  busy.work(1_000, 0.7);
  expect(busy.rests).toHaveLength(10);
  expect(busy.hasRested()).toBe(true);
});

test('while others are busy it rests twenty times as long as it was let work', () => {
  const whole = openMachine(1.5);
  whole.work(1_000, 1);
  expect(whole.rests.map(Math.round)).toEqual(Array.from({ length: 10 }, () => 2_000));
  const hindered = openMachine(1.5);
  hindered.work(1_000, 0.25);
  expect(hindered.rests.map(Math.round)).toEqual(Array.from({ length: 10 }, () => 500));
});

test('it never rests for more than two seconds, however long it was kept from giving way', () => {
  const { rests, work } = openMachine(1.5);
  work(1, 0.5);
  work(100, 1);
  expect(rests.every((ms) => ms <= 2_000)).toBe(true);
  expect(rests.length).toBeGreaterThan(0);
});

test('it goes on once others are done', () => {
  const busy = { share: 2 };
  const clock = { ms: 0, all: 0, own: 0 };
  const rests: number[] = [];
  const { now: giveWay } = openGiveWay({
    nowMs: () => clock.ms,
    readUsed: () => ({ all: clock.all, own: clock.own }),
    readWorkedMs: () => clock.own,
    processors: 2,
    sleep: (ms) => {
      rests.push(ms);
      clock.ms += ms;
      clock.all += busy.share * ms;
    },
  });
  for (let each = 0; each < 1_000; each += 1) {
    if (each === 500) busy.share = 0;
    clock.ms += 1;
    clock.own += 1;
    clock.all += 1 + busy.share;
    giveWay();
  }
  expect(rests.length).toBeGreaterThan(3);
  expect(rests.length).toBeLessThan(8);
});
