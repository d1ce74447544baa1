import { expect, test } from 'vitest';
import { openRecentChanges } from './recent-changes.ts';

// Goal: nobody is told that nothing has changed where something may have. Method: a clock that is set by hand.

const open = () => {
  const clock = { ms: 1_000_000 };
  return { clock, changes: openRecentChanges(() => clock.ms) };
};

test('what was announced since then is known, of each person alone', () => {
  const { clock, changes } = open();
  const from = clock.ms;
  clock.ms += 10_000;
  changes.note('anna');
  expect(changes.mayHaveChanged('anna', from)).toBe(true);
  expect(changes.mayHaveChanged('anna', clock.ms)).toBe(true);
  clock.ms += 1;
  expect(changes.mayHaveChanged('anna', clock.ms)).toBe(false);
  expect(changes.mayHaveChanged('ben', from)).toBe(false);
});

test('before it began to listen, and before a break, anything may have changed', () => {
  const { clock, changes } = open();
  expect(changes.mayHaveChanged('anna', clock.ms - 1)).toBe(true);
  expect(changes.mayHaveChanged('anna', clock.ms)).toBe(false);
  clock.ms += 5_000;
  changes.forget();
  expect(changes.mayHaveChanged('anna', clock.ms - 1)).toBe(true);
  expect(changes.mayHaveChanged('anna', clock.ms)).toBe(false);
});

test('nothing of the last three minutes is forgotten, whenever it was announced', () => {
  for (let announced = 0; announced < 400; announced += 7) {
    const { clock, changes } = open();
    const from = clock.ms;
    clock.ms = from + announced * 1_000;
    changes.note('anna');
    for (const later of [0, 60_000, 120_000, 179_000, 180_000]) {
      clock.ms = from + announced * 1_000 + later;
      changes.note('ben');
      expect(changes.mayHaveChanged('anna', from + announced * 1_000)).toBe(true);
    }
  }
});

test('longer ago than it remembers, and at no time at all, anything may have changed', () => {
  const { clock, changes } = open();
  clock.ms += 600_000;
  expect(changes.mayHaveChanged('anna', clock.ms - 180_000)).toBe(false);
  expect(changes.mayHaveChanged('anna', clock.ms - 180_001)).toBe(true);
  expect(changes.mayHaveChanged('anna', Number.NaN)).toBe(true);
});

test('a time that is still to come says nothing', () => {
  const { clock, changes } = open();
  expect(changes.mayHaveChanged('anna', clock.ms + 1)).toBe(true);
});

test('what is announced to very many people at a time is remembered for none of them', () => {
  const { clock, changes } = open();
  const from = clock.ms;
  for (let each = 0; each < 100_000; each += 1) changes.note(String(each));
  clock.ms += 1_000;
  expect(changes.mayHaveChanged('stranger', from)).toBe(false);
  changes.note('one more');
  expect(changes.mayHaveChanged('stranger', from)).toBe(true);
  expect(changes.mayHaveChanged('stranger', clock.ms)).toBe(false);
});

test('it keeps nobody for longer than two turns', () => {
  const { clock, changes } = open();
  changes.note('anna');
  clock.ms += 180_000;
  changes.note('ben');
  clock.ms += 180_000;
  changes.note('ben');
  const from = clock.ms - 180_000;
  expect(changes.mayHaveChanged('anna', from)).toBe(false);
});
