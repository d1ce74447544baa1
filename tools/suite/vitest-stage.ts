import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { runVitest } from './run-vitest.ts';
import { hung, plainText, settle, stageLimitMs, type Failure, type Stage, type StageResult } from './stage.ts';

type VitestReport = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    /** What went wrong with the file as a whole. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/** Runs one project of vitest.config.ts with its output on the terminal; with `files`, those of it whose turn it is. */
export function vitestStage(project: string, budgetSeconds: number, files: readonly string[] = []): Stage {
  return { name: project, budgetSeconds, run: (root) => runProject(root, project, { files, folder: 'test-results' }) };
}

/** Runs these files of a project alone; what the last whole run left for `npm run coverage` stays as it is. */
export function partOfVitest(project: string, files: readonly string[]): Stage {
  const run: Stage['run'] = (root) => runProject(root, project, { files, folder: 'test-results/part' });
  return { name: project, budgetSeconds: undefined, run };
}

/** Flows wait for blocks, clocks and processes: two of them at a time left more than a quarter of two cores idle. */
const workersOf: Readonly<Record<string, number>> = { flow: Math.max(3, Math.min(4, availableParallelism())) };

/** Says which files were running where the run had to be ended. */
async function runProject(
  root: string,
  project: string,
  { files, folder }: { readonly files: readonly string[]; readonly folder: string },
): Promise<StageResult> {
  const report = join(root, folder, `${project}.json`);
  const running = join(dirname(report), `${project}.running`);
  const looseErrors = join(dirname(report), `${project}.loose-errors.json`);
  mkdirSync(dirname(report), { recursive: true });
  for (const left of [report, running, looseErrors]) rmSync(left, { force: true });
  const reporters = ['default', 'tools/vitest/list-running.ts', 'json'].map((name) => `--reporter=${name}`);
  const workers = project in workersOf ? [`--maxWorkers=${workersOf[project]}`] : [];
  const chosen = files.map((file) => join(root, file));
  const args = ['--project', project, ...workers, ...reporters, `--outputFile.json=${report}`, ...chosen];
  const code = await runVitest(root, args, {
    limitMs: stageLimitMs,
    report,
    env: { TERN_RUNNING_TESTS: running, TERN_LOOSE_ERRORS: looseErrors },
  });
  if (code === undefined) {
    const unfinished = existsSync(running) ? readFileSync(running, 'utf8').split('\n') : [];
    return hung(unfinished.map((file) => relative(root, file)));
  }
  const result = existsSync(report)
    ? readVitest(root, JSON.parse(readFileSync(report, 'utf8')) as VitestReport, readLooseErrors(looseErrors))
    : { passed: 0, failed: 0, failures: [] };
  return settle(result, code);
}

function readLooseErrors(file: string): readonly string[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]) : [];
}

/**
 * A file that could not even be loaded counts as one failure, a test that was not run as well, and each error that came
 * while no test was there to take it.
 */
export function readVitest(root: string, report: VitestReport, looseErrors: readonly string[]): StageResult {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): readonly Failure[] => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => ({
        name: `${file} › ${test.fullName}`,
        error: test.status === 'failed' ? plainText(test.failureMessages?.[0]) : `not run (${test.status})`,
      }));
    const isBroken = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
    return isBroken ? [...failed, { name: file, error: plainText(message) }] : failed;
  });
  const loose = looseErrors.map((error) => ({ name: 'outside any test', error: plainText(error) }));
  const all = [...failures, ...loose];
  return { passed: report.numPassedTests, failed: all.length, failures: all };
}
