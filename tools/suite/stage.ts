import { stripVTControlCharacters } from 'node:util';

/** A test that failed and what it said, without colours; or what went wrong beyond single tests. */
export type Failure = { readonly name: string; readonly error: string };

/** What one stage of `npm test` counted. */
export type StageResult = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
};

export type Stage = {
  readonly name: string;
  /** How long it may take on two cores, shown when it takes longer; undefined where only some of its tests run. */
  readonly budgetSeconds: number | undefined;
  readonly run: (root: string) => Promise<StageResult>;
};

/** A stage that takes longer than this hangs: it is ended, so that a whole run says where instead of being cut off. */
export const stageLimitMs = 40 * 60_000;

/** The result of a stage that was ended before its runner told anything, with the test files that were running. */
export function hung(running: readonly string[]): StageResult {
  const error = `ended before it was done; running then: ${running.join(', ')}`;
  return { passed: 0, failed: 1, failures: [{ name: 'the runner', error }] };
}

/** A stage that counted nothing, or whose runner failed without a failed test, has failed once more than it says. */
export function settle(result: StageResult, exitCode: number): StageResult {
  if (result.passed + result.failed === 0) return failedBeyondTests(result, 'no test ran');
  if (exitCode !== 0 && result.failed === 0) {
    return failedBeyondTests(result, `all tests passed, yet the runner ended with exit code ${exitCode}`);
  }
  return result;
}

function failedBeyondTests({ passed, failures }: StageResult, error: string): StageResult {
  return { passed, failed: 1, failures: [...failures, { name: 'the runner', error }] };
}

/** What an error says, without colours and empty lines around it. */
export function plainText(message: string | undefined): string {
  return stripVTControlCharacters(message ?? '').trim() || 'no message';
}
