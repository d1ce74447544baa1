import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTestsOn } from '@tern/local-postgres/binaries';
import { partOfBrowser } from './browser-stage.ts';
import { listChanged, readImports, testsOf } from './changed-tests.ts';
import { describeRuns, type Run } from './describe-runs.ts';
import { ensureBrowser } from './ensure-browser.ts';
import {
  importersOf,
  isUnder,
  keepTests,
  listTests,
  readPaths,
  sourcesAmong,
  type ChosenTests,
} from './select-tests.ts';
import type { Stage } from './stage.ts';
import { chooseStages, wholeStages } from './stages.ts';
import { partOfVitest } from './vitest-stage.ts';

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

const help = `npm test                       all stages, one after the other; slow tests take turns from commit to commit
npm test -- --all              all stages with all tests
npm test -- <stage> …          all tests of these stages: ${wholeStages.map(({ name }) => name).join(', ')}
npm test -- <path> …           the tests of these files and folders; of a source file those that import it
npm test -- --changed          the tests that what git says has changed can break
npm test -- --changed --list   only says which those are; works with paths too
npm test -- --postgres DIR     the tests of the database on the PostgreSQL whose programs are in DIR, such as
                               /usr/lib/postgresql/17/bin; works with stages and paths too`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    list: { type: 'boolean' },
    postgres: { type: 'string' },
  },
});
const isOnlyPostgres = values.postgres !== undefined && positionals.length === 0 && values.changed !== true;
const given = isOnlyPostgres ? ['database'] : positionals;
const named = given.filter((name) => wholeStages.some((stage) => stage.name === name));
const { paths, unknown } = readPaths(
  root,
  given.filter((name) => !named.includes(name)),
);

if (values.help === true) console.log(help);
else if (unknown.length > 0) refuse(`There is neither a stage nor a file called ${unknown.join(', ')}.`);
else if (named.length > 0 && (paths.length > 0 || values.changed === true))
  refuse('A stage runs whole: name stages or paths, not both.');
else if (values.all === true && (positionals.length > 0 || values.changed === true))
  refuse('--all runs everything: name nothing beside it.');
else if (!isPostgresThere(values.postgres)) process.exitCode = 1;
else if (named.length > 0) await runSuite(wholeStages.filter(({ name }) => named.includes(name)));
else if (paths.length === 0 && values.changed !== true) await runSuite(await chooseStages(root, values.all === true));
else await runPart(values.changed === true ? await chooseChanged(paths) : await choosePaths(paths));

/** Names it to all tests, where one is given. */
function isPostgresThere(folder: string | undefined): boolean {
  if (folder === undefined) return true;
  try {
    console.log(`PostgreSQL of the tests: ${runTestsOn(resolve(folder))}`);
    return true;
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return false;
  }
}

function refuse(reason: string): void {
  console.log(`${reason}\n\n${help}`);
  process.exitCode = 1;
}

async function choosePaths(wanted: readonly string[]): Promise<readonly ChosenTests[]> {
  const tests = listTests(root);
  const sources = sourcesAmong(root, wanted, tests);
  const importers = sources.length === 0 ? undefined : importersOf(await readImports(root), sources);
  const isNamed = isUnder(wanted);
  return keepTests(tests, (file) => isNamed(file) || importers?.has(file) === true);
}

/** With paths, what has changed under these alone. */
async function chooseChanged(within: readonly string[]): Promise<readonly ChosenTests[]> {
  const changed = listChanged(root).filter(within.length === 0 ? () => true : isUnder(within));
  console.log(changed.length === 0 ? 'Nothing has changed since the last commit.' : `Changed: ${changed.join(', ')}`);
  return changed.length === 0 ? [] : await testsOf(root, changed);
}

async function runPart(chosen: readonly ChosenTests[]): Promise<void> {
  const files = chosen.flatMap((tests) => tests.files);
  if (values.list === true || files.length === 0) {
    console.log(files.length === 0 ? 'No test belongs to this.' : files.join('\n'));
    process.exitCode = files.length === 0 && values.changed !== true ? 1 : 0;
    return;
  }
  await runSuite(
    chosen.map((tests) =>
      tests.tier.name === 'browser' ? partOfBrowser(tests.files) : partOfVitest(tests.tier.name, tests.files),
    ),
  );
}

/** Runs the stages one after the other; the last line is the count, and nothing else stands on it. */
async function runSuite(wanted: readonly Stage[]): Promise<void> {
  // Before the first test: nobody waits a quarter of an hour to read what was missing from the start.
  const browser = wanted.some(({ name }) => name === 'browser') ? await ensureBrowser() : undefined;
  if (browser !== undefined && 'missing' in browser) {
    console.log(browser.missing);
    process.exitCode = 1;
    return;
  }
  const runs: Run[] = [];
  for (const stage of wanted) {
    console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 60 - stage.name.length))}`);
    const startedMs = performance.now();
    const result = await stage.run(root);
    runs.push({ stage, result, seconds: (performance.now() - startedMs) / 1000 });
  }
  const report = describeRuns(runs);
  console.log(`\n${report.text}`);
  process.exitCode = report.isGood ? 0 : 1;
}
