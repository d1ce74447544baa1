import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClaims } from '../describe-coverage.ts';
import type { Sources } from './check-requirements.ts';
import { findTestTitles } from './find-tests.ts';

/** Where evidence is looked up in the repository at `root`. */
export function openSources(root: string): Sources {
  return {
    root,
    titles: findTestTitles(root),
    shownThreats: new Set(readClaims(readFileSync(join(root, 'docs/security/coverage.md'), 'utf8'))),
  };
}
