import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type NamedTest = {
  readonly file: string;
  readonly title: string;
  /** It goes on where the tests before it in its file ended, so all of them run. */
  readonly afterOthers?: true;
};
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
  const alone = tests.filter(({ afterOthers }) => afterOthers !== true);
  const whole = tests.filter(({ afterOthers }) => afterOthers === true);
  const titles = [...new Set(alone.map(({ title }) => escape(title)))].join('|');
  const results = [...(await runFiles(root, alone, ['-t', titles])), ...(await runFiles(root, whole, []))];
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

async function runFiles(
  root: string,
  tests: readonly NamedTest[],
  further: readonly string[],
): Promise<Report['testResults']> {
  const [first] = tests;
  if (first === undefined) return [];
  const report = join(root, 'defects.json');
  rmSync(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const args = ['run', '--project', projectOf(first), ...files, ...further, `--testTimeout=${testTimeoutMs}`];
  const child = spawn('vitest', [...args, '--reporter=json', `--outputFile=${report}`], { cwd: root, stdio: 'ignore' });
  await once(child, 'exit');
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : [];
}

export const projects = ['unit', 'database', 'flow'] as const;

/** The project of vitest.config.ts that a test belongs to. */
export function projectOf({ file }: NamedTest): (typeof projects)[number] {
  if (file.endsWith('.flow.test.ts')) return 'flow';
  return file.endsWith('.db.test.ts') ? 'database' : 'unit';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
