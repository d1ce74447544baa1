import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTests } from './select-tests.ts';
import { slowTests, turnsInAll } from './slow-tests.ts';
import { describeTurn, testsInTurn } from './tests-in-turn.ts';
import { tiers } from './tiers.ts';

// Goal: a run of all tests has time for them, and nothing is left out for longer than two commits. Method: the choice over the
// real tests at commits that follow one another, and over a few with a change.
const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
const tests = listTests(root);
const all = tests.flatMap(({ files }) => files);
const runningAt = (commits: number, touched: ReadonlySet<string> = new Set()): readonly string[] =>
  testsInTurn(tests, slowTests, { commits, touched }).flatMap(({ files }) => files);

test.each([0, 1, 2, 2390])('three commits in a row run every test, from %d on', (first) => {
  const ran = new Set([first, first + 1, first + 2].flatMap((commits) => runningAt(commits)));
  expect([...ran].toSorted()).toEqual(all.toSorted());
});

test('a slow test runs with one of three commits, and every test runs or rests', () => {
  const slow = Object.keys(slowTests);
  for (const file of slow)
    expect(
      [7, 8, 9].filter((commits) => runningAt(commits).includes(file)),
      file,
    ).toHaveLength(1);
  for (const { tier, files, resting } of testsInTurn(tests, slowTests, { commits: 7, touched: new Set() })) {
    const own = tests.find((each) => each.tier === tier)?.files ?? [];
    expect([...files, ...resting].toSorted()).toEqual(own.toSorted());
    expect(resting.every((file) => slow.includes(file))).toBe(true);
  }
});

test.each([
  ...['money', 'approvals', 'bad-transfers', 'invariants', 'account', 'tries', 'sign-ins-over-processes'].map(
    (name) => `tests/flows/${name}.flow.test.ts`,
  ),
  ...[
    'money',
    'sent',
    'send-to-person',
    'swap',
    'passkeys',
    'security',
    'security2',
    'last-login',
    'operators',
    'identity',
  ].map((name) => `tests/e2e/${name}.e2e.ts`),
  ...['looks', 'wide-looks', 'layout-shift', 'locales', 'forced-colours'].map((name) => `tests/e2e/${name}.e2e.ts`),
])('%s, where money moves, people sign in or scenes take turns, runs with every commit', (file) => {
  for (const commits of [4, 5, 6]) expect(runningAt(commits)).toContain(file);
});

test('what the commit touches runs out of turn, and nothing else does', () => {
  const inTurn = runningAt(7);
  const [waiting = ''] = Object.keys(slowTests).filter((file) => !inTurn.includes(file));
  expect(runningAt(7, new Set([waiting])).toSorted()).toEqual([...inTurn, waiting].toSorted());
});

test('the list of slow tests names tests that are there, in turns of about the same length', () => {
  expect(Object.keys(slowTests).filter((file) => !all.includes(file))).toEqual([]);
  for (const { name } of tiers) {
    const own = Object.entries(slowTests).filter(([file]) =>
      tests.some(({ tier, files }) => tier.name === name && files.includes(file)),
    );
    const lengths = Array.from({ length: turnsInAll }, (_, turn) =>
      own.filter(([, slow]) => slow.turn === turn).reduce((sum, [, { seconds }]) => sum + seconds, 0),
    );
    // No order of them can be more even than the longest of them lets it be.
    const longest = Math.max(...own.map(([, { seconds }]) => seconds));
    expect(Math.max(...lengths) - Math.min(...lengths), name).toBeLessThanOrEqual(longest);
  }
});

test('what takes turns within itself runs with every commit: both turns together would leave out the same always', () => {
  const inTurns = all.filter(
    (file) => file.startsWith('tests/e2e/') && readFileSync(join(root, file), 'utf8').includes('support/turn'),
  );
  expect(inTurns.length).toBeGreaterThanOrEqual(4);
  expect(inTurns.filter((file) => file in slowTests)).toEqual([]);
});

test('a run says at its start how much runs this time, and how to run everything', () => {
  const [unit, , flow] = tiers;
  if (unit === undefined || flow === undefined) throw new Error('there are four tiers');
  const parts = [
    { tier: unit, files: ['a.test.ts', 'b.test.ts'], resting: [] },
    { tier: flow, files: ['tests/flows/a.flow.test.ts'], resting: ['tests/flows/b.flow.test.ts'] },
  ];
  expect(describeTurn(parts, 7)).toBe(
    [
      'Turn 2 of 3: slow tests take turns, and so do the scenes.',
      'Test files this time: unit 2 of 2, flow 1 of 2; a third of the scenes. The others run with the next two commits.',
      'Everything: npm test -- --all',
    ].join('\n'),
  );
});
