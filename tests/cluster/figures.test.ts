import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { describePage, keptTally, renderFigures } from './figures.ts';
import { readTally, type TallyLine } from './tally.ts';

const line: TallyLine = {
  date: '2026-11-29',
  fault: 'switchover',
  seed: 7,
  round: 1,
  writesMs: 2_040,
  rowsMs: 1_700,
  readsMs: 300,
  answers: { '200': 50 },
  lostRows: 0,
  connectionsMax: 36,
  others: 0.05,
  postgresql: '17.12',
  patroni: '4.0.7',
  violations: [],
};

const both = [
  { name: 'switchover', boundMs: 3_000 },
  { name: 'leader-lost', boundMs: 45_000 },
];

test('the page of high availability has the figures of the kept tally (npm run cluster -- --page)', () => {
  const { now, due } = describePage();
  expect(now).toBe(due);
});

test('every line of the kept tally is of a fault that there is, with its seed, its versions and its day', () => {
  for (const { date, fault, seed, round, postgresql, patroni, others } of readTally(keptTally)) {
    expect(faults.map(({ name }) => name)).toContain(fault);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Math.min(seed, round)).toBeGreaterThan(0);
    expect(`${postgresql} ${patroni}`).toMatch(/^\d+\.\d+ \d+\.\d+/);
    expect(others).toBeGreaterThanOrEqual(0);
  }
});

test('a row has the seeds, the median with both ends, the sum of lost rows and how many rounds were quiet', () => {
  const figures = renderFigures(
    [
      line,
      { ...line, round: 2, writesMs: 1_000, lostRows: 2, connectionsMax: 40, others: 0.9 },
      { ...line, seed: 8, writesMs: 2_960, rowsMs: 900, wholeMs: 4_000 },
    ],
    both,
  );
  expect(figures).toContain(
    '| switchover | 3 (2) | 7, 8 | 3 | 2.0 (1.0–3.0) | 1.7 (0.9–1.7) | 0.3 (0.3–0.3) | 4.0 (4.0–4.0) | 2 | 40 |',
  );
  expect(figures).toContain(`| leader-lost | 0 |  | 45 |${' not measured yet |'.repeat(6)}`);
  expect(figures).toContain('No round broke a rule');
});

test('of two rounds the slower is the median', () => {
  expect(renderFigures([line, { ...line, round: 2, writesMs: 900 }], both)).toContain('| 2.0 (0.9–2.0) |');
  // No line of it says how long the machine took.
  expect(renderFigures([line], both)).toContain('| 0.3 (0.3–0.3) | not measured yet | 0 | 36 |');
});

test('a round that broke a rule is named, and one that never ended has no part in the figures', () => {
  const figures = renderFigures(
    [
      { ...line, violations: ['no write of the wallet for 3500 ms; at most 3000'], writesMs: 3_500 },
      { ...line, round: 2, writesMs: 0, violations: ['not finished: Error: a\n    at b'], isUnfinished: true },
    ],
    both,
  );
  expect(figures).toContain('| switchover | 2 (2) | 7 | 3 | 3.5 (3.5–3.5) |');
  expect(figures).toContain('| switchover | 7 | 1 | no write of the wallet for 3500 ms; at most 3000 |');
  expect(figures).toContain('| switchover | 7 | 2 | not finished: Error: a |');
  expect(figures).not.toContain('at b');
});

test('where the signer was lost, the page says how many payouts waited, and how long', () => {
  const lost = { ...line, fault: 'signer-lost' };
  const text = renderFigures(
    [
      { ...lost, payouts: { open: 2, takenOverMs: 3_100, goOnMs: 5_000 } },
      { ...lost, payouts: { open: 1, takenOverMs: 2_900, goOnMs: 7_000 } },
    ],
    [{ name: 'signer-lost', boundMs: 3_000 }],
  );
  expect(text).toContain('| signer-lost | 2 | 3 | 3.1 (2.9–3.1) | 7.0 (5.0–7.0) |');
  expect(renderFigures([line], both)).not.toContain('payouts that waited');
});
