import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTally, readTally, type TallyLine } from './tally.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-tally-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line: TallyLine = {
  date: '2026-11-29',
  fault: 'api-killed',
  seed: 7,
  round: 1,
  writesMs: 900,
  rowsMs: 300,
  readsMs: 300,
  answers: {},
  lostRows: 0,
  connectionsMax: 36,
  others: 0,
  postgresql: '17.12',
  patroni: '4.0.7',
  violations: ['it was slow'],
};

test('a campaign counts what its file has, goes on with the next round of its seed, and tells what it found itself', () => {
  const file = join(folder, 'tally.jsonl');
  openTally(file).add(line);
  const second = openTally(file);
  expect([second.countOf('api-killed'), second.countOf('switchover')]).toEqual([1, 0]);
  expect([second.nextRound(7), second.nextRound(8)]).toEqual([2, 1]);
  expect(second.violations()).toEqual([]);
  second.add({ ...line, round: 2 });
  expect(second.violations()).toEqual(['api-killed, seed 7, round 2: it was slow']);
  expect(second.nextRound(7)).toBe(3);
  expect(readTally(file).map(({ round }) => round)).toEqual([1, 2]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
});

test('without a file it begins with nothing', () => {
  const tally = openTally(undefined);
  tally.add(line);
  expect(tally.countOf('api-killed')).toBe(1);
  expect(openTally(undefined).countOf('api-killed')).toBe(0);
});
