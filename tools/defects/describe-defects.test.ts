import { expect, test } from 'vitest';
import type { Defect } from './defect.ts';
import { countByArea, describeDefects } from './describe-defects.ts';

const threats = '## Money (M)\n\n| M01 | x |\n\n## Deposits (D)\n\n## Web (W)\n';
const defect = (trap: string): Defect => ({ id: trap, trap, wrong: '', faults: [], caughtBy: { file: '', title: '' } });

test('a defect counts once in each area that its threats are of, and an area without any is named', () => {
  const defects = [defect('Two readers (D12, M02)'), defect('A rest (M01, M05)'), defect('Of its own, 2014')];
  expect(countByArea(defects, threats)).toEqual([
    { area: 'Money (M)', count: 2 },
    { area: 'Deposits (D)', count: 1 },
    { area: 'Web (W)', count: 0 },
    { area: 'none of them', count: 1 },
  ]);
});

test('each defect has its id, and one that was not run is not said to be caught', () => {
  const tried: Defect = {
    ...defect('Two readers (D12)'),
    id: 'two-readers',
    caughtBy: { file: '', title: 'one entry' },
  };
  const other: Defect = { ...defect('A rest (M01)'), id: 'a-rest', caughtBy: { file: '', title: 'no rest' } };
  const page = describeDefects([tried, other], threats, { day: '2026-11-30', notRun: ['a-rest'] });
  expect(page).toContain('| `two-readers` | Two readers (D12) |  |  | one entry |');
  expect(page).toContain('| `a-rest` | A rest (M01) |  |  | not run; it is for: no rest |');
  expect(page).toContain('On 2026-11-30, 1 of 2 defects were caught; not run: 1.');
  const whole = describeDefects([tried, other], threats, { day: '2026-11-30', notRun: [] });
  expect(whole).toContain('On 2026-11-30, 2 of 2 defects were caught.');
  expect(whole).not.toContain('not run');
});
