import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEvidence, readClaims } from '../evidence/describe-coverage.ts';
import { readPassedTests } from '../evidence/read-results.ts';
import { findUnshown } from '../evidence/requirements/find-unshown.ts';
import { openSources } from '../evidence/requirements/open-sources.ts';
import { standards } from '../evidence/requirements/standards.ts';
import type { Stage } from './stage.ts';

/**
 * Whatever docs/security/coverage.md and docs/security/asvs.md claim was shown by tests of this very run; each id counts as
 * one test.
 */
export const evidenceStage: Stage = {
  name: 'evidence',
  budgetSeconds: 10,
  run: (root) => {
    const claims = readClaims(readFileSync(join(root, 'docs/security/coverage.md'), 'utf8'));
    const passed = readPassedTests(root);
    const evidence = findEvidence(passed);
    const gone = claims.filter((id) => !evidence.has(id));
    const unshown = findUnshown(openSources(root), standards, passed);
    return Promise.resolve({
      passed: claims.length - gone.length,
      failed: gone.length + unshown.length,
      failures: [
        ...gone.map((id) => ({ name: id, error: 'docs/security/coverage.md claims it, and no passed test shows it' })),
        ...unshown.map((name) => ({ name, error: 'docs/security/asvs.md names this test, and it did not pass' })),
      ],
    });
  },
};
