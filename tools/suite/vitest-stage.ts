import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { plainText, settle, type Failure, type Stage, type StageResult } from './stage.ts';

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

/** Runs one project of vitest.config.ts with its output on the terminal. */
export function vitestStage(project: string, budgetSeconds: number): Stage {
  return { name: project, budgetSeconds, run: (root) => runProject(root, project) };
}

/** Runs these files of a project alone; what the last whole run left for `npm run coverage` stays as it is. */
export function partOfVitest(project: string, files: readonly string[]): Stage {
  return { name: project, budgetSeconds: undefined, run: (root) => runProject(root, project, files) };
}

function runProject(root: string, project: string, files?: readonly string[]): Promise<StageResult> {
  const report = join(root, 'test-results', ...(files === undefined ? [] : ['part']), `${project}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = (files ?? []).map((file) => join(root, file));
  const run = spawnSync('vitest', ['run', '--project', project, ...reporters, ...chosen], {
    cwd: root,
    stdio: 'inherit',
  });
  const result = existsSync(report)
    ? readVitest(root, JSON.parse(readFileSync(report, 'utf8')) as VitestReport)
    : { passed: 0, failed: 0, failures: [] };
  return Promise.resolve(settle(result, run.status ?? 1));
}

/** A file that could not even be loaded counts as one failure, a test that was not run as well. */
export function readVitest(root: string, report: VitestReport): StageResult {
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
  return { passed: report.numPassedTests, failed: failures.length, failures };
}
