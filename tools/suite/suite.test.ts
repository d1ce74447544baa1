import { expect, test } from 'vitest';
import { readPlaywright } from './browser-stage.ts';
import { describeRuns } from './describe-runs.ts';
import { settle } from './stage.ts';
import { readVitest } from './vitest-stage.ts';

test('a stage in which no test ran has failed', () => {
  expect(settle({ passed: 0, failed: 0, failures: [] }, 0)).toEqual({
    passed: 0,
    failed: 1,
    failures: [{ name: 'the runner', error: 'no test ran' }],
  });
});

test('a runner that fails although every test passed has failed', () => {
  const good = { passed: 3, failed: 0, failures: [] };
  expect(settle(good, 1)).toMatchObject({ passed: 3, failed: 1, failures: [{ name: 'the runner' }] });
  expect(settle(good, 0)).toEqual(good);
  const bad = { passed: 3, failed: 1, failures: [{ name: 'a', error: 'b' }] };
  expect(settle(bad, 1)).toEqual(bad);
});

test('a file that cannot be loaded, a test that is not run and an error outside tests count as failures', () => {
  const report = {
    numPassedTests: 4,
    testResults: [
      { name: '/clone/a.test.ts', status: 'failed', message: '\n  Cannot find module x\n  at y', assertionResults: [] },
      {
        name: '/clone/b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'group adds', failureMessages: ['\u001B[31mexpected 1\u001B[39m\nat z'] },
          { status: 'passed', fullName: 'group takes away' },
        ],
      },
      { name: '/clone/c.test.ts', status: 'passed', assertionResults: [{ status: 'pending', fullName: 'waits' }] },
    ],
  };
  expect(readVitest('/clone', report, ['\u001B[31mDomainError: wrong\u001B[39m'])).toEqual({
    passed: 4,
    failed: 4,
    failures: [
      { name: 'a.test.ts', error: 'Cannot find module x\n  at y' },
      { name: 'b.test.ts › group adds', error: 'expected 1\nat z' },
      { name: 'c.test.ts › waits', error: 'not run (pending)' },
      { name: 'outside any test', error: 'DomainError: wrong' },
    ],
  });
});

test('a flaky or skipped browser test and an error outside tests count as failures', () => {
  const ran = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', message?: string) => ({
    title,
    tests: [{ status, results: [message === undefined ? {} : { error: { message, snippet: '> 7 | line' } }] }],
  });
  const report = {
    stats: { expected: 5 },
    suites: [
      {
        file: 'a.e2e.ts',
        specs: [ran('goes on', 'expected'), ran('breaks', 'unexpected', 'Error: gone\n  there')],
        suites: [{ file: 'a.e2e.ts', specs: [ran('wavers', 'flaky', 'late'), ran('rests', 'skipped')] }],
      },
    ],
    errors: [{ message: 'set-up' }],
  };
  expect(readPlaywright(report)).toEqual({
    passed: 5,
    failed: 4,
    failures: [
      { name: 'tests/e2e/a.e2e.ts › breaks', error: 'Error: gone\n  there\n> 7 | line' },
      { name: 'tests/e2e/a.e2e.ts › wavers', error: 'late\n> 7 | line' },
      { name: 'tests/e2e/a.e2e.ts › rests', error: 'not run' },
      { name: 'outside any test', error: 'set-up' },
    ],
  });
});

test('a run ends with its failed tests by name, and with the count alone on the last line', () => {
  const runs = [
    { stage: { name: 'unit', budgetSeconds: 90 }, result: { passed: 2, failed: 0, failures: [] }, seconds: 60.4 },
    {
      stage: { name: 'database', budgetSeconds: 100 },
      result: { passed: 1, failed: 1, failures: [{ name: 'a.db.test.ts › pays', error: 'expected 1\nto be 2' }] },
      seconds: 101,
    },
  ];
  expect(describeRuns(runs)).toEqual({
    isGood: false,
    text: [
      '✓ unit      2 passed, 0 failed in 60 s of 90 s',
      '✗ database  1 passed, 1 failed in 101 s of 100 s, over its budget',
      '  total     161 s of 190 s',
      '',
      'What failed:',
      '  database: a.db.test.ts › pays',
      '      expected 1',
      '      to be 2',
      '',
      '3 passed, 1 failed',
    ].join('\n'),
  });
});

test('of very many failures the first are told whole, more are named, and a run of nothing is none', () => {
  const failures = Array.from({ length: 62 }, (_, at) => ({
    name: `test ${at}`,
    error: `no\n${'so\n'.repeat(50)}${at}`,
  }));
  const stage = { name: 'flow', budgetSeconds: 1 };
  const { text } = describeRuns([{ stage, result: { passed: 1, failed: 62, failures }, seconds: 1 }]);
  expect(text.match(/^ +so$/gm)).toHaveLength(5 * 39);
  expect(text).toContain('test 59');
  expect(text).not.toContain('test 60');
  expect(text).toContain('  and 2 more');
  expect(describeRuns([]).isGood).toBe(false);
});
