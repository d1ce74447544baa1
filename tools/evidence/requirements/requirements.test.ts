import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { chapters } from './asvs-ids.ts';
import { checkStandard, type Sources } from './check-requirements.ts';
import { describeRequirements } from './describe-requirements.ts';
import { findUnshown } from './find-unshown.ts';
import { openSources } from './open-sources.ts';
import { met, notApplicable, notMet, type Evidence } from './requirement.ts';
import { standards } from './standards.ts';

// Goal: the page of standards claims no more than there is. Method: the judgements against the list of ids and the tests in the
// sources; and the check itself against faults that are planted.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = openSources(root);

test('there are 345 requirements: 70 of level 1, 183 of level 2 and 92 of level 3', () => {
  const levels = chapters.flatMap(({ requirements }) => requirements.map(({ level }) => level));
  expect([1, 2, 3].map((level) => levels.filter((each) => each === level).length)).toEqual([70, 183, 92]);
});

test.each(standards)('$name: everything that has to be judged is, and all that shows it is there', (standard) => {
  expect(checkStandard(sources, standard)).toEqual([]);
});

test('the page of standards is current', () => {
  expect(readFileSync(`${root}docs/security/asvs.md`, 'utf8')).toBe(describeRequirements(sources));
});

describe('of what is planted', () => {
  const planted: Sources = {
    root,
    titles: new Map([
      ['W01 stands alone', ['a.test.ts']],
      ['stands twice', ['a.test.ts', 'b.test.ts']],
      ['%s of ${all} is $name', ['a.test.ts']],
    ]),
    shownThreats: new Set(['W01']),
  };
  const standard = (...evidence: readonly [Evidence, ...Evidence[]]) => ({
    name: 'S',
    judgements: [met('1', 'It is so.', ...evidence)],
    needed: ['1'],
  });

  test.each([
    ['a threat that no test shows', 'W02', 'S 1: coverage.md shows no test of W02'],
    ['a test that is gone', 'W01 stood alone', 'S 1: no test is called, and no file is W01 stood alone'],
    ['a title of two files', 'stands twice', 'S 1: several files have a test called stands twice: name the file'],
    ['another file', ['c.test.ts', 'stands twice'], 'S 1: no test in c.test.ts is called stands twice'],
    ['a page that is gone', 'docs/nothing.md', 'S 1: no test is called, and no file is docs/nothing.md'],
  ] as const)('%s is named', (_what, evidence, fault) => {
    expect(checkStandard(planted, standard(evidence))).toEqual([fault]);
  });

  test('what is there is not', () => {
    const all = standard('W01', 'W01 stands alone', ['b.test.ts', 'stands twice'], 'README.md', 'gate lint');
    expect(checkStandard(planted, all)).toEqual([]);
  });

  test('an id that is missing, judged twice or without a sentence is named', () => {
    const judgements = [...notApplicable(['1', '1'], 'There is none.'), notMet('2', 'It lacks this', 'Do it.')];
    expect(checkStandard(planted, { name: 'S', judgements, needed: ['1', '3'] })).toEqual([
      'S 1 is judged twice',
      'S 3 is not judged',
      'S 2: no sentence: It lacks this',
    ]);
  });

  test('a test that did not pass shows nothing, and one with values in its title does', () => {
    const shown = standard('W01 stands alone', '%s of ${all} is $name');
    const passed = [{ file: 'a.test.ts', groups: [], title: 'one of 7 is (new)' }];
    expect(findUnshown(planted, [shown], passed)).toEqual([{ name: 'S 1: W01 stands alone', file: 'a.test.ts' }]);
    expect(
      findUnshown(planted, [shown], [...passed, { file: 'a.test.ts', groups: ['W01 stands alone'], title: 'x' }]),
    ).toEqual([]);
  });
});
