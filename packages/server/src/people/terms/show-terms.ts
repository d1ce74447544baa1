import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { TermsVersionView } from '@tern/contracts/routes/terms';
import type { DbReader } from '@tern/db/database';
import { findMoment, selectTermsVersions, type TermsVersion } from './terms-store.ts';

/** Versions an answer holds at most. */
const shownMax = 100;

export type ShownTerms = {
  readonly current: number;
  readonly server: Date;
  readonly versions: readonly TermsVersion[];
  readonly nextBefore: number | null;
};

/** Which version is in force and all there ever were, newest first. Throws `UNAVAILABLE` before the api's first start. */
export async function showTerms(db: DbReader, before?: number): Promise<ShownTerms> {
  const versions = await selectTermsVersions(db, { before, limit: shownMax });
  // Afterwards, so that no version is in force that is not among them.
  const moment = await findMoment(db);
  if (moment === undefined) throw problem('UNAVAILABLE');
  const oldest = versions.at(-1)?.version ?? 1;
  return { current: moment.current, server: moment.now, versions, nextBefore: oldest > 1 ? oldest : null };
}

export function renderVersion({ version, decidedAt, effectiveAt, values, worse }: TermsVersion): TermsVersionView {
  return toWire({
    version,
    decidedAt,
    effectiveAt,
    values,
    worse: [...worse],
  });
}
