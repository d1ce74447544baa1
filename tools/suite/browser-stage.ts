import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';
import { runPlaywright } from './run-playwright.ts';
import { plainText, settle, stageLimitMs, type Failure, type Stage, type StageResult } from './stage.ts';
import { turnOf } from './turn-of.ts';

type PlaywrightError = {
  readonly message?: string;
  /** The lines of the test around the one that failed. */
  readonly snippet?: string;
};

type PlaywrightSuite = {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: PlaywrightError }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
};

type PlaywrightReport = {
  readonly stats: { readonly expected: number };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly PlaywrightError[];
};

/** The browser flows against a whole installation, which the configuration starts by the one command. */
export const browserStage: Stage = {
  name: 'browser',
  budgetSeconds: 720,
  run: (root) => runBrowser(root),
};

/** Runs these files of the browser tests alone; what the last whole run left for `npm run coverage` stays as it is. */
export function partOfBrowser(files: readonly string[]): Stage {
  return { name: 'browser', budgetSeconds: undefined, run: (root) => runBrowser(root, files) };
}

/** In this order they begin. */
const browserProjects = ['people', 'flows', 'looks'];

async function runBrowser(root: string, files?: readonly string[]): Promise<StageResult> {
  const chromium = await ensureBrowser();
  if ('missing' in chromium)
    return { passed: 0, failed: 1, failures: [{ name: 'the browser', error: chromium.missing }] };
  const report = join(root, 'test-results', ...(files === undefined ? [] : ['part']), 'browser.json');
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const chosen = (files ?? []).map((file) => join(root, file).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const options = ['--reporter=line,json', `--global-timeout=${stageLimitMs}`];
  // Where only some run, people belong to what scenes depend on: a choice of files leaves dependencies whole.
  const projects = files === undefined ? browserProjects : browserProjects.filter((name) => name !== 'people');
  const status = await runPlaywright(root, [...projects.map((name) => `--project=${name}`), ...options, ...chosen], {
    ...chromium.env,
    E2E_WHOLE: files === undefined ? 'yes' : 'no',
    E2E_TURN: files === undefined ? String(turnOf(root) ?? '') : '',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const result = existsSync(report)
    ? readPlaywright(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport)
    : { passed: 0, failed: 0, failures: [] };
  return settle(result, status);
}

/** A flaky test is a failed one, a skipped one as well; errors outside tests count each. */
export function readPlaywright({ stats, suites, errors }: PlaywrightReport): StageResult {
  const failures = [
    ...suites.flatMap(failuresOf),
    ...errors.map(({ message }) => ({ name: 'outside any test', error: plainText(message) })),
  ];
  return { passed: stats.expected, failed: failures.length, failures };
}

function failuresOf({ file, specs, suites = [] }: PlaywrightSuite): readonly Failure[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) => ({
        name: `tests/e2e/${file} › ${title}`,
        error: status === 'skipped' ? 'not run' : describeError(results.find(({ error }) => error)?.error),
      })),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function describeError(error: PlaywrightError | undefined): string {
  const { message, snippet = '' } = error ?? {};
  return plainText(`${message ?? ''}\n${snippet}`);
}
