import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test that ran and passed: its file and its name with the groups it stands in. */
export type PassedTest = { readonly file: string; readonly groups: readonly string[]; readonly title: string };

type VitestResults = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type PlaywrightSuite = {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly { readonly title: string; readonly ok: boolean; readonly tests: readonly object[] }[];
  readonly suites?: readonly PlaywrightSuite[];
};

type PlaywrightResults = { readonly suites: readonly PlaywrightSuite[] };

const vitestStages = ['unit', 'database', 'flow'] as const;

/** Every passed test of the last whole run. Throws when a stage has left no results. */
export function readPassedTests(root: string): readonly PassedTest[] {
  return [
    ...vitestStages.flatMap((stage) => fromVitest(root, readResults<VitestResults>(root, stage))),
    ...readResults<PlaywrightResults>(root, 'browser').suites.flatMap((suite) => fromPlaywright(suite, [])),
  ];
}

/** The test files of which the last whole run has a result, good or bad. Throws when a stage has left no results. */
export function readRanFiles(root: string): ReadonlySet<string> {
  const ofVitest = vitestStages.flatMap((stage) => readResults<VitestResults>(root, stage).testResults);
  const ofPlaywright = readResults<PlaywrightResults>(root, 'browser').suites;
  return new Set([
    ...ofVitest.map(({ name }) => relative(root, name)),
    ...ofPlaywright.map(({ file }) => `tests/e2e/${file}`),
  ]);
}

function readResults<Results>(root: string, stage: string): Results {
  const path = join(root, 'test-results', `${stage}.json`);
  if (!existsSync(path)) throw new Error(`${stage} has left no results; run npm test first`);
  return JSON.parse(readFileSync(path, 'utf8')) as Results;
}

function fromVitest(root: string, { testResults }: VitestResults): readonly PassedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ ancestorTitles, title }) => ({ file: relative(root, name), groups: ancestorTitles, title })),
  );
}

function fromPlaywright(suite: PlaywrightSuite, groups: readonly string[]): readonly PassedTest[] {
  const passed = suite.specs.filter(({ ok, tests }) => ok && tests.length > 0);
  return [
    ...passed.map(({ title }) => ({ file: `tests/e2e/${suite.file}`, groups, title })),
    ...(suite.suites ?? []).flatMap((inner) => fromPlaywright(inner, [...groups, inner.title])),
  ];
}
