import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClaims } from '../evidence/describe-coverage.ts';
import { judgeEvidence } from '../evidence/judge-evidence.ts';
import { readResting } from '../evidence/read-resting.ts';
import { readPassedTests } from '../evidence/read-results.ts';
import { findUnshown } from '../evidence/requirements/find-unshown.ts';
import { openSources } from '../evidence/requirements/open-sources.ts';
import { standards } from '../evidence/requirements/standards.ts';
import { turnsInAll } from './slow-tests.ts';
import type { Stage } from './stage.ts';

/**
 * Whatever docs/security/coverage.md and docs/security/asvs.md claim was shown by tests of this very run, or is named here as
 * waiting for the turn of its tests; each id that was shown counts as one test.
 */
export const evidenceStage: Stage = {
  name: 'evidence',
  budgetSeconds: 10,
  run: (root) => {
    const sources = openSources(root);
    const passed = readPassedTests(root);
    const { shown, waiting, gone } = judgeEvidence({
      claims: readClaims(readFileSync(join(root, 'docs/security/coverage.md'), 'utf8')),
      unshown: findUnshown(sources, standards, passed),
      passed,
      resting: readResting(root),
      titles: sources.titles,
    });
    if (waiting.length > 0) {
      console.log(`Shown with one of the next ${turnsInAll - 1} commits, because every test of it waits for its turn:`);
      for (const each of waiting) console.log(`  ${each}`);
    }
    return Promise.resolve({ passed: shown, failed: gone.length, failures: gone });
  },
};
