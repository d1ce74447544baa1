import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRanFiles } from './read-results.ts';

/** Where a run of all stages says which test files wait for one of the next commits. */
export const restingPath = 'test-results/resting.json';

/** The test files that waited for their turn in the last run of all stages, and have not run alone since. */
export function readResting(root: string): ReadonlySet<string> {
  const path = join(root, restingPath);
  const said = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly string[]) : [];
  const ran = readRanFiles(root);
  return new Set(said.filter((file) => !ran.has(file)));
}
