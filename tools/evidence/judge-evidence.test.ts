import { expect, test } from 'vitest';
import { judgeEvidence } from './judge-evidence.ts';

const passed = [{ file: 'quick.test.ts', groups: [], title: 'M01 is paid once' }];
const titles = new Map([
  ['M01 is paid once', ['quick.test.ts']],
  ['M02 F-K1 is paid after a crash', ['slow.test.ts']],
  ['M03 is paid by hand', ['broken.test.ts']],
]);
const unshown = [
  { name: 'S 1: is slow', file: 'slow.test.ts' },
  { name: 'S 2: is broken', file: 'broken.test.ts' },
];
const judge = (claims: readonly string[], resting: readonly string[]) =>
  judgeEvidence({ claims, unshown, passed, resting: new Set(resting), titles });

test('what only resting tests show waits and is named, and what did not pass although it ran is gone', () => {
  expect(judge(['M01', 'M02', 'M03', 'F-K1'], ['slow.test.ts'])).toEqual({
    shown: 1,
    waiting: ['M02 (slow.test.ts)', 'F-K1 (slow.test.ts)', 'S 1: is slow (slow.test.ts)'],
    gone: [
      { name: 'M03', error: 'docs/security/coverage.md claims it, and no passed test shows it' },
      { name: 'S 2: is broken', error: 'docs/security/asvs.md names this test, and it did not pass' },
    ],
  });
});

test('where nothing rests, everything claimed has to be shown by this run', () => {
  const { waiting, gone } = judge(['M01', 'M02'], []);
  expect(waiting).toEqual([]);
  expect(gone.map(({ name }) => name)).toEqual(['M02', 'S 1: is slow', 'S 2: is broken']);
});

test('an id that no resting test begins with any more is gone, whatever rests', () => {
  expect(judge(['M04'], ['slow.test.ts', 'broken.test.ts']).gone.map(({ name }) => name)).toEqual(['M04']);
});
