import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeCoverage, findEvidence, readClaims, readThreats } from './describe-coverage.ts';
import { notShown } from './not-shown.ts';
import { readThreatIds } from './threat-ids.ts';

const root = new URL('../..', import.meta.url);

test('reads the ids a name begins with, and no others', () => {
  expect(readThreatIds('M21 a second attempt only after proof of death')).toEqual(['M21']);
  expect(readThreatIds('M02 M19 F-K1 is done once')).toEqual(['M02', 'M19', 'F-K1']);
  expect(readThreatIds('I01–I03 I22 afterwards')).toEqual(['I01', 'I02', 'I03', 'I22']);
  expect(readThreatIds('M24 F-N5-withdraw while')).toEqual(['M24', 'F-N5']);
  expect(readThreatIds('F-U a picture')).toEqual(['F-U']);
  expect(readThreatIds('F-N5-')).toEqual([]);
  expect(readThreatIds('shows M21')).toEqual([]);
  expect(readThreatIds('M1 A4 paper')).toEqual([]);
  expect(readThreatIds('TRX arrives')).toEqual([]);
});

const threats =
  '# Threats\n\n## Money (M)\n\n| id | threat |\n|---|---|\n| M01 | Spent twice |\n| M02 | Paid twice |\n';
const passed = [{ file: 'a.test.ts', groups: ['M01 every exit'], title: 'of 100 | one <b>' }];

test('a control is claimed only when a test that passed begins with its id', () => {
  const coverage = describeCoverage(readThreats(threats), findEvidence(passed));
  expect(coverage).toContain('1 of 2 ids');
  expect(coverage).toContain('| M01 | Spent twice | of 100 \\| one \\<b\\> (`a.test.ts`) |');
  expect(coverage).toContain('| M02 | Paid twice | not yet |');
  expect(readClaims(coverage)).toEqual(['M01']);
});

test('what no test shows says why in a sentence, and what has such a sentence is shown by no test', () => {
  const coverage = readFileSync(new URL('docs/security/coverage.md', root), 'utf8');
  const listed = readThreats(readFileSync(new URL('docs/security/threats.md', root), 'utf8'));
  const claims = new Set(readClaims(coverage));
  const without = listed.flatMap(({ threats: rows }) => rows.map(({ id }) => id)).filter((id) => !claims.has(id));
  expect(without.toSorted()).toEqual(Object.keys(notShown).toSorted());
});

test('an id with a reason instead of a test claims nothing', () => {
  const rows = threats.replace('M02', 'X14');
  expect(readClaims(describeCoverage(readThreats(rows), findEvidence(passed)))).toEqual(['M01']);
});
