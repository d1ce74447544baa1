import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashLeaf } from '../merkle-path.ts';
import { growTree, pathOf, rootOf } from '../merkle-tree.ts';
import { checkDays, type HeadedDay } from './check-days.ts';
import { isConsistent } from './consistency.ts';
import { followEntry, type EntryProof } from './follow-entry.ts';
import { rootOfInclusion } from './inclusion.ts';
import { textOfBooks, textOfEntry, textOfNothing, type LoggedEntry } from './log-leaf.ts';
import { hashDay, openLog, type OpenLog } from './open-log.ts';

// Goal (H25): a log that does not begin with the one before is found, whatever the two are, and an honest one never is.
function dayAt(position: number): string {
  return new Date(Date.UTC(2026, 10, 29 + position)).toISOString().slice(0, 10);
}

/** Days with their heads; the roots follow from the numbers given. */
function daysOf(roots: readonly number[]): HeadedDay[] {
  const log = openLog();
  return roots.map((root, position) => {
    const day = { position, day: dayAt(position), leaves: 1_024, root: bytesToHex(new Uint8Array(32).fill(root)) };
    return { ...day, head: log.add(day) };
  });
}

function logOf(days: readonly HeadedDay[]): OpenLog {
  const log = openLog();
  for (const day of days) log.add(day);
  return log;
}

const roots = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 70 });

test('H25 the head grows as RFC 6962 has it, and every earlier log is proved to be its beginning', () => {
  fc.assert(
    fc.property(roots, (each) => {
      const days = daysOf(each);
      const log = logOf(days);
      const later = { size: days.length, hash: days.at(-1)?.head ?? '' };
      expect(rootOf(growTree(days.map(hashDay)))).toBe(later.hash);
      for (let size = 1; size <= days.length; size += 1) {
        const earlier = { size, hash: days[size - 1]?.head ?? '' };
        expect(log.headAt(size)).toBe(earlier.hash);
        expect(isConsistent(earlier, later, log.consistency(size, days.length))).toBe(true);
        const middle = Math.ceil(size / 2);
        const before = { size: middle, hash: days[middle - 1]?.head ?? '' };
        expect(isConsistent(before, earlier, log.consistency(middle, size))).toBe(true);
        expect(log.consistency(middle, size)).toEqual(logOf(days.slice(0, size)).consistency(middle, size));
      }
      expect(checkDays(days, [{ ...later, where: 'a statement' }])).toBeUndefined();
    }),
    { numRuns: 40 },
  );
});

test('H25 no proof of a log shows another one to be its beginning: another size, another hash, a changed or cut proof', () => {
  fc.assert(
    fc.property(roots, fc.nat(), fc.nat(), (each, pick, other) => {
      const days = daysOf([...each, 1, 2]);
      const size = 1 + (pick % (days.length - 1));
      const proof = logOf(days).consistency(size, days.length);
      const earlier = { size, hash: days[size - 1]?.head ?? '' };
      const later = { size: days.length, hash: days.at(-1)?.head ?? '' };
      const wrong = 'ab'.repeat(32);
      expect(isConsistent({ ...earlier, hash: wrong }, later, proof)).toBe(false);
      expect(isConsistent(earlier, { ...later, hash: wrong }, proof)).toBe(false);
      expect(isConsistent({ ...earlier, size: days.length + 1 }, later, proof)).toBe(false);
      expect(isConsistent(earlier, { ...later, size: later.size * 4 }, proof)).toBe(false);
      expect(isConsistent(earlier, later, proof.slice(1))).toBe(false);
      expect(isConsistent(earlier, later, [...proof, wrong])).toBe(false);
      expect(isConsistent(earlier, later, proof.with(other % proof.length, wrong))).toBe(false);
    }),
    { numRuns: 100 },
  );
  const log = logOf(daysOf([1, 2]));
  expect(() => openLog().headAt(0)).toThrow(RangeError);
  expect(() => log.headAt(3)).toThrow(RangeError);
  expect(() => log.consistency(0, 2)).toThrow(RangeError);
  expect(() => log.consistency(2, 1)).toThrow(RangeError);
  expect(() => log.inclusion(1, 1)).toThrow(RangeError);
  expect(() => log.inclusion(-1, 2)).toThrow(RangeError);
});

test('H25 a day leads to the log from its own place alone, whatever place and size a path is said to have', () => {
  for (let size = 1; size <= 20; size += 1) {
    const days = daysOf(Array.from({ length: size }, (_, index) => index));
    const log = logOf(days);
    const head = log.headAt(size);
    for (const day of days) {
      const proof = log.inclusion(day.position, size);
      const leaf = hashDay(day);
      expect(rootOfInclusion(leaf, proof)).toBe(head);
      expect(proof.path).toEqual(pathOf(growTree(days.map(hashDay)), day.position).map(({ hash }) => hash));
      for (let index = 0; index < size; index += 1)
        if (index !== day.position) expect(rootOfInclusion(leaf, { ...proof, index })).not.toBe(head);
      expect(rootOfInclusion(leaf, { ...proof, path: [...proof.path, head] })).toBeUndefined();
      if (size > 1) expect(rootOfInclusion(leaf, { ...proof, path: proof.path.slice(1) })).toBeUndefined();
      for (const index of [-1, size, 0.5, Number.NaN])
        expect(rootOfInclusion(leaf, { ...proof, index })).toBeUndefined();
    }
  }
});

test('H25 the proofs of the example of RFC 9162 (2.1.5) have the parts that it names', () => {
  const days = daysOf([0, 1, 2, 3, 4, 5, 6]);
  const log = logOf(days);
  const [a, b, c, d, , , j] = days.map(hashDay) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, 0, 0, Uint8Array];
  const over = (from: number, to: number) => rootOf(growTree(days.slice(from, to).map(hashDay)));
  const [g, h, i, k] = [over(0, 2), over(2, 4), over(4, 6), over(0, 4)];
  const l = over(4, 7);
  expect(log.inclusion(0, 7).path).toEqual([bytesToHex(b), h, l]);
  expect(log.inclusion(3, 7).path).toEqual([bytesToHex(c), g, l]);
  expect(log.inclusion(4, 7).path).toEqual([bytesToHex(hashDay(days[5] as HeadedDay)), bytesToHex(j), k]);
  expect(log.inclusion(6, 7).path).toEqual([i, k]);
  expect(log.consistency(3, 7)).toEqual([bytesToHex(c), bytesToHex(d), g, l]);
  expect(log.consistency(4, 7)).toEqual([l]);
  expect(log.consistency(6, 7)).toEqual([i, bytesToHex(j), k]);
  expect(bytesToHex(a)).not.toBe(g);
});

test('H25 a removed day, a replaced root and a forked log are each found by their check', () => {
  const days = daysOf([1, 2, 3, 4, 5]);
  const published = { size: 4, hash: days[3]?.head ?? '', where: 'statement 4' };
  expect(checkDays(days, [published])).toBeUndefined();
  expect(checkDays(days.toSpliced(2, 1), [published])).toMatchObject({ name: 'day-missing' });
  expect(checkDays(days.slice(0, 3), [published])).toMatchObject({ name: 'day-missing' });
  const replaced = days.with(1, { ...(days[1] as HeadedDay), root: 'cd'.repeat(32) });
  expect(checkDays(replaced, [published])).toMatchObject({ name: 'head' });
  // All heads computed anew after the change: only what was published tells.
  const forked = daysOf([1, 9, 3, 4, 5]);
  expect(checkDays(forked, [])).toBeUndefined();
  expect(checkDays(forked, [published])).toMatchObject({ name: 'published' });
});

test('H25 an entry is followed to the log, and no changed entry, nonce, place or way is', () => {
  const entry: LoggedEntry = {
    ...{
      day: dayAt(2),
      owner: 'w',
      assetId: 'usdt',
      seq: '3',
      amount: '-5',
      balance: '7',
      kind: 'k',
      code: 'c',
      time: '1',
    },
    nonce: '0123456789abcdef'.repeat(2),
  };
  const others = [1, 2, 3, 4].map((seq) =>
    hashLeaf(utf8ToBytes(textOfEntry({ ...entry, owner: 'x', seq: String(seq) }))),
  );
  const own = hashLeaf(utf8ToBytes(textOfEntry(entry)));
  const tree = growTree([...others, own]);
  const log = openLog();
  for (let position = 0; position < 7; position += 1) {
    const root = position === 2 ? rootOf(tree) : bytesToHex(new Uint8Array(32).fill(position));
    log.add({ position, day: dayAt(position), leaves: position === 2 ? 5 : 1_024, root });
  }
  const inLog = log.inclusion(2, 7);
  const inDay = { index: 4, size: 5, path: pathOf(tree, 4).map(({ hash }) => hash) };
  const proof: EntryProof = { ...entry, root: rootOf(tree), inDay, inLog };
  const head = { size: 7, hash: log.headAt(7) };
  expect(followEntry(proof, head)).toBe('in-log');
  for (const change of [{ amount: '-50' }, { owner: 'x' }, { nonce: '00'.repeat(16) }, { day: dayAt(1) }, { seq: '4' }])
    expect(followEntry({ ...proof, ...change }, head)).toBe('entry');
  for (const change of [{ path: ['no hash'] }, { path: [] }, { index: 3 }, { index: 5 }])
    expect(followEntry({ ...proof, inDay: { ...inDay, ...change } }, head)).toBe('entry');
  // The day commits to how many leaves it has: a path cannot be read as one of another tree.
  expect(followEntry({ ...proof, inDay: { index: 8, size: 9, path: inDay.path } }, head)).not.toBe('in-log');
  for (const change of [{ index: 3 }, { index: 7 }, { index: -1 }, { size: 8 }, { path: [] }, log.inclusion(3, 7)])
    expect(followEntry({ ...proof, inLog: { ...inLog, ...change } }, head)).toBe('day');
  expect(followEntry(proof, { ...head, size: 3 })).toBe('day');
  expect(followEntry(proof, { ...head, hash: 'ab'.repeat(32) })).toBe('day');
});

test('what is hashed of the root of the books and of nothing names it, its day and the secret', () => {
  expect(textOfNothing({ day: dayAt(0), nonce: 'cd' })).toBe('nothing:1:2026-11-29:cd');
  expect(textOfBooks({ day: dayAt(0), dailyRoot: 'ab', nonce: 'cd' })).toBe('books:1:2026-11-29:ab:cd');
});
