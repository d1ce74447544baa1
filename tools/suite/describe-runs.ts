import type { Stage, StageResult } from './stage.ts';

export type Run = {
  readonly stage: Pick<Stage, 'name' | 'budgetSeconds'>;
  readonly result: StageResult;
  readonly seconds: number;
};

/** More names than that would push the table out of what a log of CI keeps. */
const namedMax = 60;

/** So many are told whole, as a log of CI may keep nothing else of them. */
const explainedMax = 5;
const linesMax = 40;
const lineLengthMax = 300;

/**
 * What a whole run ends with: a line per stage with its time and its budget, then every failed test with its error,
 * the first of them whole, and the count alone on the last line.
 */
export function describeRuns(runs: readonly Run[]): { readonly text: string; readonly isGood: boolean } {
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const passed = sum(({ result }) => result.passed);
  const failed = sum(({ result }) => result.failed);
  const seconds = sum((run) => run.seconds);
  const isWhole = runs.every(({ stage }) => stage.budgetSeconds !== undefined);
  const budget = isWhole ? sum(({ stage }) => stage.budgetSeconds ?? 0) : undefined;
  const lines = [
    ...runs.map(({ stage, result, seconds: own }) => {
      const mark = result.failed === 0 ? '✓' : '✗';
      return `${mark} ${stage.name.padEnd(9)} ${result.passed} passed, ${result.failed} failed in ${within(own, stage.budgetSeconds)}`;
    }),
    `  ${'total'.padEnd(9)} ${within(seconds, budget)}`,
    ...nameFailures(runs),
    '',
    `${passed} passed, ${failed} failed`,
  ];
  return { text: lines.join('\n'), isGood: failed === 0 && passed > 0 };
}

function within(seconds: number, budget: number | undefined): string {
  if (budget === undefined) return `${seconds.toFixed(1)} s`;
  const late = seconds > budget ? ', over its budget' : '';
  return `${seconds.toFixed(0)} s of ${budget} s${late}`;
}

function nameFailures(runs: readonly Run[]): readonly string[] {
  const failures = runs
    .flatMap(({ stage, result }) => result.failures.map((failure) => ({ stage, ...failure })))
    .map(({ stage, name, error }, at) => {
      const lines = error.split('\n').slice(0, at < explainedMax ? linesMax : 1);
      return [`  ${stage.name}: ${name}`, ...lines.map((line) => `      ${line.slice(0, lineLengthMax)}`)].join('\n');
    });
  if (failures.length === 0) return [];
  const more = failures.length - namedMax;
  return ['', 'What failed:', ...failures.slice(0, namedMax), ...(more > 0 ? [`  and ${more} more`] : [])];
}
