import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';
import { runPlaywright } from './run-playwright.ts';
import { plainText, settle, stageLimitMs, type Failure, type Stage, type StageResult } from './stage.ts';

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

/** Which browser tests run together. */
type Choice = {
  /** Undefined where it is all of them. */
  readonly files: readonly string[] | undefined;
  /** With so many commits; scenes take no turns where it is undefined. */
  readonly commits: number | undefined;
  /** Whether people are made beside the first flows, and the results are those of a whole run. */
  readonly isWhole: boolean;
};

/**
 * The browser flows against a whole installation, which the configuration starts by the one command; with `turn`, those files
 * and those scenes whose turn it is.
 */
export function browserStage(
  budgetSeconds: number,
  turn?: { readonly files: readonly string[]; readonly commits: number },
): Stage {
  // Who names files names people as well: no flow depends on them.
  const files = turn === undefined ? undefined : [...turn.files, 'tests/e2e/scenes/people.setup.ts'];
  return {
    name: 'browser',
    budgetSeconds,
    run: (root) => runBrowser(root, { files, commits: turn?.commits, isWhole: true }),
  };
}

/** Runs these files of the browser tests alone; what the last whole run left for `npm run coverage` stays as it is. */
export function partOfBrowser(files: readonly string[]): Stage {
  const choice = { files, commits: undefined, isWhole: false };
  return { name: 'browser', budgetSeconds: undefined, run: (root) => runBrowser(root, choice) };
}

/** In this order they begin. */
const browserProjects = ['people', 'flows', 'looks'];

async function runBrowser(root: string, { files = [], commits, isWhole }: Choice): Promise<StageResult> {
  const chromium = await ensureBrowser();
  if ('missing' in chromium)
    return { passed: 0, failed: 1, failures: [{ name: 'the browser', error: chromium.missing }] };
  const report = join(root, 'test-results', ...(isWhole ? [] : ['part']), 'browser.json');
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const chosen = files.map((file) => join(root, file).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const options = ['--reporter=line,json', `--global-timeout=${stageLimitMs}`];
  // Where only some run, people belong to what scenes depend on: a choice of files leaves dependencies whole.
  const projects = isWhole ? browserProjects : browserProjects.filter((name) => name !== 'people');
  const status = await runPlaywright(root, [...projects.map((name) => `--project=${name}`), ...options, ...chosen], {
    ...chromium.env,
    E2E_WHOLE: isWhole ? 'yes' : 'no',
    E2E_TURN: String(commits ?? ''),
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
