import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type NamedTest = { readonly file: string; readonly title: string };
/** `broken` failed for a name or form that is wrong, which says nothing about the test. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'missing';

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

// A defect may make a test wait for ever.
const testTimeoutMs = 120_000;

/** Runs these tests in a copy of the repository; returns what became of each. All must be of one project. */
export async function runTests(root: string, tests: readonly NamedTest[]): Promise<(test: NamedTest) => Outcome> {
  const [first] = tests;
  if (first === undefined) return () => 'missing';
  const report = join(root, 'defects.json');
  rmSync(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => escape(title)))].join('|');
  const args = ['run', '--project', projectOf(first), ...files, '-t', titles, `--testTimeout=${testTimeoutMs}`];
  const child = spawn('vitest', [...args, '--reporter=json', `--outputFile=${report}`], { cwd: root, stdio: 'ignore' });
  await once(child, 'exit');
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : [];
  return ({ file, title }) => {
    const found = results
      .filter(({ name }) => name.endsWith(file))
      .flatMap(({ assertionResults }) => assertionResults.filter((test) => test.title === title));
    const statuses = found.map(({ status }) => status);
    const messages = found.flatMap(({ failureMessages }) => failureMessages ?? []);
    if (messages.some((message) => /ReferenceError|SyntaxError|is not a function/.test(message))) return 'broken';
    if (statuses.includes('failed')) return 'failed';
    return statuses.includes('passed') ? 'passed' : 'missing';
  };
}

/** The project of vitest.config.ts that a test belongs to. */
export function projectOf({ file }: NamedTest): 'unit' | 'database' {
  return file.endsWith('.db.test.ts') ? 'database' : 'unit';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
