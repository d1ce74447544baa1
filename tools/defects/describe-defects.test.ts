import { expect, test } from 'vitest';
import type { Defect } from './defect.ts';
import { countByArea } from './describe-defects.ts';

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
