import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashLeaf } from '../merkle-path.ts';
import { growTree, pathOf, rootOf } from '../merkle-tree.ts';
import { checkDays, type HeadedDay } from './check-days.ts';
import { isConsistent, proveConsistency } from './consistency.ts';
import { followEntry } from './follow-entry.ts';
import { textOfBooks, textOfEntry, textOfNothing, type LoggedEntry } from './log-leaf.ts';
import { hashDay, openLog } from './open-log.ts';

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

const roots = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 70 });

test('H25 the head grows as RFC 6962 has it, and every earlier log is proved to be its beginning', () => {
  fc.assert(
    fc.property(roots, (each) => {
      const days = daysOf(each);
      const leaves = days.map(hashDay);
      const later = { size: days.length, hash: days.at(-1)?.head ?? '' };
      expect(rootOf(growTree(leaves))).toBe(later.hash);
      for (let size = 1; size <= days.length; size += 1) {
        const earlier = { size, hash: days[size - 1]?.head ?? '' };
        expect(isConsistent(earlier, later, proveConsistency(leaves, size))).toBe(true);
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
      const proof = proveConsistency(days.map(hashDay), size);
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
  expect(() => proveConsistency([new Uint8Array(32)], 2)).toThrow(RangeError);
  expect(() => proveConsistency([new Uint8Array(32)], 0)).toThrow(RangeError);
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
  const days = [0, 1, 2, 3, 4, 5, 6].map((position) => {
    const root = position === 2 ? rootOf(tree) : bytesToHex(new Uint8Array(32).fill(position));
    const day = { position, day: dayAt(position), leaves: 1_024, root };
    return { ...day, head: log.add(day) };
  });
  const logTree = growTree(days.map(hashDay));
  const proof = { ...entry, path: pathOf(tree, 4), position: 2, leaves: 1_024, root: rootOf(tree), logPath: pathOf(logTree, 2) };
  const head = { size: 7, hash: rootOf(logTree) };
  expect(followEntry(proof, head)).toBe('in-log');
  for (const change of [{ amount: '-50' }, { owner: 'x' }, { nonce: '00'.repeat(16) }, { day: dayAt(1) }, { seq: '4' }])
    expect(followEntry({ ...proof, ...change }, head)).toBe('entry');
  expect(followEntry({ ...proof, path: [{ hash: 'no hash', side: 'left' }] }, head)).toBe('entry');
  for (const change of [
    { position: 3 },
    { leaves: 2_048 },
    { position: 7 },
    { position: -1 },
    { logPath: [] },
    { logPath: pathOf(logTree, 3) },
  ])
    expect(followEntry({ ...proof, ...change }, head)).toBe('day');
  expect(followEntry(proof, { ...head, size: 3 })).toBe('day');
  expect(followEntry(proof, { ...head, hash: 'ab'.repeat(32) })).toBe('day');
});

test('what is hashed of the root of the books and of nothing names it, its day and the secret', () => {
  expect(textOfNothing({ day: dayAt(0), nonce: 'cd' })).toBe('nothing:1:2026-11-29:cd');
  expect(textOfBooks({ day: dayAt(0), dailyRoot: 'ab', nonce: 'cd' })).toBe('books:1:2026-11-29:ab:cd');
});
