import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

type LooseErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/**
 * Keeps what the report of a run does not tell, in two files: the test files that are running in the one that
 * `TERN_RUNNING_TESTS` names, so that what hangs can be named; the errors that no test was there to take in the one of
 * `TERN_LOOSE_ERRORS`.
 * @public Vitest loads it by its path.
 */
export default class ListRunning implements Reporter {
  readonly #running = new Set<string>();
  readonly #target = process.env['TERN_RUNNING_TESTS'];
  readonly #looseErrors = process.env['TERN_LOOSE_ERRORS'];

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.add(moduleId);
    this.#write();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId);
    this.#write();
  }

  onTestRunEnd(_: unknown, errors: LooseErrors): void {
    const texts = errors.map(({ stack, message }) => stack ?? message);
    if (this.#looseErrors !== undefined) writeFileSync(this.#looseErrors, JSON.stringify(texts));
  }

  #write(): void {
    if (this.#target !== undefined) writeFileSync(this.#target, [...this.#running].join('\n'));
  }
}
