import { readEveryPage } from '@tern/base/read-every-page';
import type { Database } from '@tern/db/database';
import { countNoise, selectGrave, selectSuspense } from './quarantine-store.ts';
import type { QuarantinedInflow, QuarantineNoise, SuspenseItem } from './quarantine.ts';
import { selectFreezes, type TokenFreeze } from './token-watch-store.ts';

export type QuarantineReport = {
  readonly freezes: readonly TokenFreeze[];
  readonly suspense: readonly SuspenseItem[];
  readonly grave: readonly QuarantinedInflow[];
  readonly noise: readonly QuarantineNoise[];
};

/** Everything that came in and waits for an operator, and a count of the noise. */
export async function listQuarantine({ kysely }: Database): Promise<QuarantineReport> {
  const [freezes, suspense, grave, noise] = await Promise.all([
    selectFreezes(kysely),
    readEveryPage((page) => selectSuspense(kysely, page)),
    readEveryPage((page) => selectGrave(kysely, page)),
    countNoise(kysely),
  ]);
  return { freezes, suspense, grave, noise };
}
