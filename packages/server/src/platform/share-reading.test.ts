import { manualClock } from '@tern/base/clock';
import { expect, test } from 'vitest';
import { shareReading } from './share-reading.ts';

function open() {
  const clock = manualClock(new Date(1_000));
  const readings: PromiseWithResolvers<string>[] = [];
  const ask = shareReading({ clock, forMs: 1_000 }, () => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  });
  return { clock, readings, ask };
}

test('who asks while it is read, or within the time, gets the same; later it is read anew', async () => {
  const { clock, readings, ask } = open();
  const both = Promise.all([ask(), ask()]);
  readings[0]?.resolve('first');
  expect(await both).toEqual(['first', 'first']);
  clock.advance(999);
  expect(await ask()).toBe('first');
  expect(readings).toHaveLength(1);
  clock.advance(1);
  const later = ask();
  readings[1]?.resolve('second');
  expect(await later).toBe('second');
});

test('a reading that failed is told to who waited, and tried again by the next', async () => {
  const { readings, ask } = open();
  const failed = ask();
  readings[0]?.reject(new Error('no database'));
  await expect(failed).rejects.toThrow('no database');
  const next = ask();
  readings[1]?.resolve('there');
  expect(await next).toBe('there');
});

test('one that fails late does not end a newer one', async () => {
  const { clock, readings, ask } = open();
  const slow = ask();
  clock.advance(1_000);
  const newer = ask();
  readings[1]?.resolve('newer');
  expect(await newer).toBe('newer');
  readings[0]?.reject(new Error('too late'));
  await expect(slow).rejects.toThrow('too late');
  expect(await ask()).toBe('newer');
  expect(readings).toHaveLength(2);
});

test('a clock that was set back keeps nothing for longer', () => {
  const { clock, readings, ask } = open();
  void ask();
  clock.set(new Date(0));
  void ask();
  expect(readings).toHaveLength(2);
});
