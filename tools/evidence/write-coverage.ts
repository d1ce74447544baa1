import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCoverage, findEvidence, readThreats } from './describe-coverage.ts';
import { readPassedTests } from './read-results.ts';

// `npm run coverage`: writes docs/security/coverage.md from the results of the last whole `npm test`.
const root = join(import.meta.dirname, '../..');
const sections = readThreats(readFileSync(join(root, 'docs/security/threats.md'), 'utf8'));
writeFileSync(join(root, 'docs/security/coverage.md'), describeCoverage(sections, findEvidence(readPassedTests(root))));
