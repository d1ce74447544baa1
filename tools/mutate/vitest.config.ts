import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { databaseTier } from '../suite/tiers.ts';
import { replaceSource } from './replace-source.ts';
import type { TestOrder } from './run-tests.ts';

const root = join(import.meta.dirname, '../..');
const order = JSON.parse(readFileSync(process.env['TERN_MUTATE_ORDER'] ?? '', 'utf8')) as TestOrder;

/** What most likely fails comes first, since the first failure ends the run. */
class AsListed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number =>
      order.files.findIndex((file) => moduleId === join(root, file));
    return Promise.resolve(files.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}

/** The database tests against one mutant: one after the other in one process, on a cluster that is there already. */
export default defineConfig({
  root,
  cacheDir: order.cache,
  plugins: [replaceSource(root, order.replacement)],
  test: {
    ...databaseTier,
    setupFiles: ['tools/vitest/fail-on-console-error.ts'],
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    // What is kept between runs is found by the file's own text, which a replacement does not change.
    fsModuleCache: order.replacement === undefined,
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: AsListed },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
