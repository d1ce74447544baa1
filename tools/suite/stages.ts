import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { restingPath } from '../evidence/read-resting.ts';
import { browserStage } from './browser-stage.ts';
import { touchedBy } from './changed-tests.ts';
import { evidenceStage } from './evidence-stage.ts';
import { gatesStage } from './gates-stage.ts';
import { listTests } from './select-tests.ts';
import { slowTests } from './slow-tests.ts';
import type { Stage } from './stage.ts';
import { describeTurn, testsInTurn, type TestsInTurn } from './tests-in-turn.ts';
import { tiers, type Tier } from './tiers.ts';
import { turnOf } from './turn-of.ts';
import { vitestStage } from './vitest-stage.ts';

/** Seconds on two cores: of those whose turn it is, and of all of a tier. */
const budgets: Readonly<Record<Tier['name'], { readonly turn: number; readonly all: number }>> = {
  unit: { turn: 250, all: 270 },
  database: { turn: 490, all: 500 },
  flow: { turn: 290, all: 690 },
  browser: { turn: 700, all: 1500 },
};

/** Every stage with all of its tests, in the order they run in. */
export const wholeStages: readonly Stage[] = [
  gatesStage,
  ...tiers.map(({ name }) =>
    name === 'browser' ? browserStage(budgets[name].all) : vitestStage(name, budgets[name].all),
  ),
  evidenceStage,
];

/** What `npm test` runs: the stages with the tests whose turn it is, and says which. With `isAll`, or where nobody knows the turn, all. */
export async function chooseStages(root: string, isAll: boolean): Promise<readonly Stage[]> {
  const turn = isAll ? undefined : turnOf(root);
  if (turn === undefined) {
    if (!isAll) console.log('All tests run: without the history of these sources, nobody knows whose turn it is.');
    writeResting(root, []);
    return wholeStages;
  }
  const touched = await touchedBy(root, turn.changed);
  const parts = testsInTurn(listTests(root), slowTests, { commits: turn.commits, touched });
  console.log(describeTurn(parts, turn.commits));
  writeResting(
    root,
    parts.flatMap(({ resting }) => resting),
  );
  return [gatesStage, ...parts.map((part) => stageInTurn(part, turn.commits)), evidenceStage];
}

function stageInTurn({ tier: { name }, files }: TestsInTurn, commits: number): Stage {
  const { turn } = budgets[name];
  return name === 'browser' ? browserStage(turn, { files, commits }) : vitestStage(name, turn, files);
}

/**
 * What is to be known afterwards: results that are missing are no proof that a test waited. Results of the run before go, so that
 * those of two runs are never taken for one.
 */
function writeResting(root: string, files: readonly string[]): void {
  const path = join(root, restingPath);
  mkdirSync(dirname(path), { recursive: true });
  for (const { name } of tiers) rmSync(join(root, 'test-results', `${name}.json`), { force: true });
  writeFileSync(path, JSON.stringify(files));
}
