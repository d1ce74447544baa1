import { posix } from 'node:path';
import { runTool, type Gate } from './gate.ts';
import { longFunctions } from './long-functions.ts';

type Diagnostic = {
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
};

type LongFunction = { readonly key: string; readonly at: string; readonly lines: number; readonly limit: string };

/** A test tells its story from the first line to the last, and so does a specification that several tests run. */
const stories = ['**/*.{test,spec,e2e,setup,shots,perf}.{ts,tsx}', '**/dist/**', 'tools/runtime/**'];

/** Functions keep to their length, but for those in `long-functions.ts`, which may only become shorter. */
export const functionsGate: Gate = {
  name: 'functions',
  run: async (root) => {
    const result = await runTool(root, 'oxlint', [
      '--config=tools/gates/functions.json',
      '--format=json',
      ...stories.map((pattern) => `--ignore-pattern=${pattern}`),
      ...['apps', 'packages', 'services', 'tests', 'tools'],
    ]);
    const { diagnostics } = JSON.parse(result.stdout) as { readonly diagnostics: readonly Diagnostic[] };
    return compare(diagnostics.map(readFinding));
  },
};

function readFinding({ message, filename, labels }: Diagnostic): LongFunction {
  const [, name = '(anonymous)', lines, limit] =
    /function (?:`([^`]+)` )?has too many lines \((\d+)\)\. Maximum allowed is (\d+)/.exec(message) ?? [];
  // What is no finding of this rule, such as a file that cannot be parsed, must not pass for a short function.
  if (lines === undefined || limit === undefined) throw new Error(`${filename}: ${message}`);
  const workspace = /^(?:(?:apps|packages|services)\/)?[^/]+/.exec(filename)?.[0] ?? '';
  return {
    key: `${workspace} ${posix.basename(filename)} ${name}`,
    at: `${filename}:${labels[0]?.span.line ?? 1}`,
    lines: Number(lines),
    limit,
  };
}

function compare(found: readonly LongFunction[]): readonly string[] {
  const known = new Map(longFunctions.flatMap(({ lines }) => Object.entries(lines)));
  const keys = new Set(found.map(({ key }) => key));
  return [
    ...found.flatMap(({ key, at, lines, limit }) => {
      const listed = known.get(key);
      if (listed === lines) return [];
      if (listed === undefined) return [`${at}: ${key}: ${lines} lines, at most ${limit}`];
      return lines > listed
        ? [`${at}: ${key}: grew from ${listed} to ${lines} lines`]
        : [`${at}: ${key}: has become shorter, write ${lines} into tools/gates/long-functions.ts`];
    }),
    ...[...known.keys()]
      .filter((key) => !keys.has(key))
      .map((key) => `${key}: keeps to the limit or is gone, take it out of tools/gates/long-functions.ts`),
  ];
}
