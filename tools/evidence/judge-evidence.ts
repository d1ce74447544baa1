import { findEvidence } from './describe-coverage.ts';
import type { PassedTest } from './read-results.ts';
import type { TestTitles } from './requirements/find-tests.ts';
import type { Unshown } from './requirements/find-unshown.ts';
import { readThreatIds } from './threat-ids.ts';

export type JudgedEvidence = {
  /** How many ids tests of this run show. */
  readonly shown: number;
  /** Ids and named tests that only files show which wait for their turn. */
  readonly waiting: readonly string[];
  /** What the documents claim and nothing shows, neither now nor with one of the next commits. */
  readonly gone: readonly { readonly name: string; readonly error: string }[];
};

/** Divides what the documents claim into what a run showed, what waits for its turn, and what is gone. */
export function judgeEvidence({
  claims,
  unshown,
  passed,
  resting,
  titles,
}: {
  /** The ids of docs/security/coverage.md. */
  readonly claims: readonly string[];
  /** The tests that docs/security/asvs.md names and that did not pass. */
  readonly unshown: readonly Unshown[];
  readonly passed: readonly PassedTest[];
  /** The test files that did not run because it was not their turn. */
  readonly resting: ReadonlySet<string>;
  readonly titles: TestTitles;
}): JudgedEvidence {
  const evidence = findEvidence(passed);
  const missing = claims.filter((id) => !evidence.has(id));
  const written = idsIn(titles, resting);
  return {
    shown: claims.length - missing.length,
    waiting: [
      ...missing.flatMap((id) => describeWaiting(id, written.get(id))),
      ...unshown.filter(({ file }) => resting.has(file)).map(({ name, file }) => `${name} (${file})`),
    ],
    gone: [
      ...missing
        .filter((id) => !written.has(id))
        .map((id) => ({ name: id, error: 'docs/security/coverage.md claims it, and no passed test shows it' })),
      ...unshown
        .filter(({ file }) => !resting.has(file))
        .map(({ name }) => ({ name, error: 'docs/security/asvs.md names this test, and it did not pass' })),
    ],
  };
}

/** The ids at the start of titles in these files, with the files. */
function idsIn(titles: TestTitles, among: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [title, files] of titles) {
    const own = files.filter((file) => among.has(file));
    if (own.length === 0) continue;
    for (const id of readThreatIds(title)) found.set(id, [...(found.get(id) ?? []), ...own]);
  }
  return found;
}

function describeWaiting(id: string, files: readonly string[] | undefined): readonly string[] {
  return files === undefined ? [] : [`${id} (${[...new Set(files)].toSorted().join(', ')})`];
}
