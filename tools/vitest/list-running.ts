import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Keeps the list of the test files that are running in the file that `TERN_RUNNING_TESTS` names: what hangs can be named.
 * @public Vitest loads it by its path.
 */
export default class ListRunning implements Reporter {
  readonly #running = new Set<string>();
  readonly #target = process.env['TERN_RUNNING_TESTS'];

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.add(moduleId);
    this.#write();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId);
    this.#write();
  }

  #write(): void {
    if (this.#target !== undefined) writeFileSync(this.#target, [...this.#running].join('\n'));
  }
}
