import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEvidence, readClaims } from '../evidence/describe-coverage.ts';
import { readPassedTests } from '../evidence/read-results.ts';
import type { Stage } from './stage.ts';

/** Whatever docs/security/coverage.md claims was shown by a test of this very run; each id counts as one test. */
export const evidenceStage: Stage = {
  name: 'evidence',
  budgetSeconds: 10,
  run: (root) => {
    const claims = readClaims(readFileSync(join(root, 'docs/security/coverage.md'), 'utf8'));
    const evidence = findEvidence(readPassedTests(root));
    const gone = claims.filter((id) => !evidence.has(id));
    return Promise.resolve({
      passed: claims.length - gone.length,
      failed: gone.length,
      failures: gone.map((id) => ({
        name: id,
        error: 'docs/security/coverage.md claims it, and no passed test shows it',
      })),
    });
  },
};
