import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { databaseTier, flowTier, unitTier } from './tools/suite/tiers.ts';
import { LongestFirst } from './tools/vitest/longest-first.ts';

const setupFiles = ['tools/vitest/fail-on-console-error.ts'];
// What is looked for again and again comes late on a busy machine; the usual second is for a page, not for a disk.
const expect = { poll: { timeout: 60_000 } };

/** As many as there are cores; each has a server's share of memory, so not more than four. */
const maxWorkers = Math.min(4, Math.max(2, availableParallelism()));

/** Three of the tiers in tools/suite/tiers.ts; the browser tier is Playwright's (tests/e2e). Nothing is retried. */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...unitTier,
          setupFiles,
          expect,
          // Most of their time would go into loading the same modules for each file again, and none leaves anything behind.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...databaseTier,
          setupFiles,
          expect,
          globalSetup: ['packages/testkit/src/database-global-setup.ts'],
          // As for units: what tests leave is in databases of their own.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Whole systems run here, each with its own processes, ports and data.
          ...flowTier,
          setupFiles,
          expect,
          globalSetup: ['packages/testkit/src/system-global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
