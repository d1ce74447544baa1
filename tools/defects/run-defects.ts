import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from '@tern/testkit/database-global-setup';
import { readArguments } from '../command-line/read-arguments.ts';
import { copyRepository, type RepositoryCopy } from '../gates/repository-copy.ts';
import type { Defect } from './defect.ts';
import { defects as all } from './defects.ts';
import { describeDefects } from './describe-defects.ts';
import { plantFaults } from './plant-fault.ts';
import { projectOf, projects, runTests, type NamedTest, type Outcome } from './run-tests.ts';

// `npm run defects`: plants each defect in a copy and looks whether its test catches it. With ids, these alone; the page
// is written when all were asked for and none was missed; it names those that were not run. A few minutes.
const root = join(import.meta.dirname, '../..');
const usage =
  'Usage: npm run defects [-- ID …]\n  Plants each defect in a copy of the sources and runs the test that has to catch it.';
const asked = readArguments({ usage, words: [0, Infinity] }).positionals;
const chosen = asked.length === 0 ? all : all.filter(({ id }) => asked.includes(id));
const unknown = asked.filter((id) => !all.some((defect) => defect.id === id));
if (unknown.length > 0) throw new Error(`no such defect: ${unknown.join(', ')}`);

const tearDown = await setup();
const copy = copyRepository(root);
const missed: string[] = [];
const notRun: string[] = [];
try {
  process.stdout.write('without defects …\n');
  const before = await runWithout(chosen.map(({ caughtBy }) => caughtBy));
  for (const [at, defect] of chosen.entries()) {
    const test = defect.caughtBy;
    const soundly = before(test);
    const fault = soundly === 'passed' ? await plant(copy, defect) : `${test.title}: ${soundly} without the defect`;
    const outcome = fault === undefined ? 'caught' : soundly === 'passed' ? 'MISSED' : 'NOT RUN';
    process.stdout.write(`${at + 1} of ${chosen.length} ${outcome}: ${defect.id}\n`);
    if (fault === undefined) continue;
    process.stdout.write(`    ${fault}\n`);
    (soundly === 'passed' ? missed : notRun).push(defect.id);
  }
} finally {
  copy.remove();
  await tearDown();
}
process.stdout.write(`${chosen.length - missed.length - notRun.length} of ${chosen.length} caught\n`);
if (missed.length + notRun.length > 0) process.exitCode = 1;
if (missed.length === 0 && asked.length === 0) {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    join(root, 'docs/security/defects.md'),
    describeDefects(all, readFileSync(join(root, 'docs/security/threats.md'), 'utf8'), { day, notRun }),
  );
}

/** What becomes of the tests in sound code. */
async function runWithout(tests: readonly NamedTest[]): Promise<(test: NamedTest) => Outcome> {
  const outcomes = new Map<string, (test: NamedTest) => Outcome>();
  for (const project of projects) {
    const own = tests.filter((test) => projectOf(test) === project);
    outcomes.set(project, await runTests(copy.root, own));
  }
  return (test) => outcomes.get(projectOf(test))?.(test) ?? 'missing';
}

/** What is wrong with the defect or with the test that should catch it; undefined when it was caught. */
async function plant(into: RepositoryCopy, { faults, caughtBy }: Defect): Promise<string | undefined> {
  let files: Readonly<Record<string, string>>;
  try {
    files = plantFaults(faults, (file) => readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const after = await into.withFiles(files, () => runTests(into.root, [caughtBy]));
  return after(caughtBy) === 'failed' ? undefined : `${caughtBy.title}: ${after(caughtBy)} with the defect`;
}
