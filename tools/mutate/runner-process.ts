import './end-without-parent.ts';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createVitest } from 'vitest/node';
import { databaseTier } from '../suite/tiers.ts';
import { describeFault } from './describe-fault.ts';
import { LastingWorker } from './lasting-worker.ts';
import { replaceSource, type Replacement } from './replace-source.ts';
import type { TestOrder, TestRun } from './test-order.ts';

// Runs database tests for its parent, order after order, on a cluster that is there already, one file after the other in one
// process. The files stay loaded: for most mutants, loading them would take far longer than to be noticed.
const [root = '', cache = ''] = process.argv.slice(2);
const worker = new LastingWorker();
const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
let replacement: Replacement | undefined;

const vitest = await createVitest(
  { config: false, root, watch: false, run: true, reporters: [{}] },
  {
    cacheDir: cache,
    plugins: [replaceSource(root, () => replacement)],
    test: {
      ...databaseTier,
      include: [...databaseTier.include],
      exclude: [...databaseTier.exclude],
      setupFiles: ['./end-without-parent.ts', '../vitest/fail-on-console-error.ts'].map((file) =>
        join(import.meta.dirname, file),
      ),
      expect: { poll: { timeout: 60_000 } },
      isolate: false,
      // On disk a file is found by its own text, which a replacement does not change.
      fsModuleCache: false,
      maxWorkers: 1,
      bail: 1,
      pool: worker.initializer,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  },
  { stdout: silent, stderr: silent },
);
await vitest.standalone();
process.on('message', (order: TestOrder) => void run(order).then((result) => process.send?.(result)));
process.send?.('ready');

async function run(order: TestOrder): Promise<TestRun> {
  if (!isDeepStrictEqual(order.replacement, replacement)) await loadAnew(order.replacement);
  const seconds: [string, number][] = [];
  for (const file of order.files) {
    const path = join(root, file);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
      vitest.getRootProject().createSpecification(path),
    ]);
    const module = testModules.find(({ moduleId }) => moduleId === path);
    if (module === undefined)
      throw new Error(`the test runner did not run ${file}: ${JSON.stringify(unhandledErrors)}`);
    const fault = describeFault(file, module);
    if (fault !== undefined) return fault;
    seconds.push([file, module.diagnostic().duration / 1000]);
  }
  return { outcome: 'passed', seconds };
}

/** A changed source is seen by a process that has loaded nothing yet; so is the original after it. */
async function loadAnew(next: Replacement | undefined): Promise<void> {
  for (const file of [replacement?.file, next?.file]) if (file !== undefined) vitest.invalidateFile(join(root, file));
  replacement = next;
  await worker.end();
}
