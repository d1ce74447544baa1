import type { Stage, StageResult } from './stage.ts';

export type Run = {
  readonly stage: Pick<Stage, 'name' | 'budgetSeconds'>;
  readonly result: StageResult;
  readonly seconds: number;
};

/** More names than that would push the table out of what a log of CI keeps. */
const namedMax = 60;

/**
 * What a whole run ends with: a line per stage with its time and its budget, then every failed test with the first line
 * of its error, and the count alone on the last line.
 */
export function describeRuns(runs: readonly Run[]): { readonly text: string; readonly isGood: boolean } {
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const passed = sum(({ result }) => result.passed);
  const failed = sum(({ result }) => result.failed);
  const seconds = sum((run) => run.seconds);
  const budget = sum(({ stage }) => stage.budgetSeconds);
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

function within(seconds: number, budget: number): string {
  const late = seconds > budget ? ', over its budget' : '';
  return `${seconds.toFixed(0)} s of ${budget} s${late}`;
}

function nameFailures(runs: readonly Run[]): readonly string[] {
  const failures = runs.flatMap(({ stage, result }) =>
    result.failures.map(({ name, error }) => `  ${stage.name}: ${name}\n      ${error}`),
  );
  if (failures.length === 0) return [];
  const more = failures.length - namedMax;
  return ['', 'What failed:', ...failures.slice(0, namedMax), ...(more > 0 ? [`  and ${more} more`] : [])];
}
