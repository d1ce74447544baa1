import { termNames, type TermName } from '@tern/contracts/terms';
import type { Database, DbReader } from '@tern/db/database';
import { insertFirstTerms, selectLastTerms, selectTermsVersion } from './terms-store.ts';
import type { TermValues } from './terms.ts';

/**
 * Makes the fees and limits of the settings the first version, where there is none yet. Returns the terms whose setting
 * says something else than the first version and the last: it has no effect, and somebody may believe it has.
 */
export async function beginTerms(db: Database, settings: TermValues): Promise<readonly TermName[]> {
  await insertFirstTerms(db.kysely, settings);
  return listIgnoredSettings(db.kysely, settings);
}

/** Terms that the settings say otherwise than both the first version and the last. */
export async function listIgnoredSettings(db: DbReader, settings: TermValues): Promise<TermName[]> {
  const [first, last] = await Promise.all([selectTermsVersion(db, 1), selectLastTerms(db)]);
  return termNames.filter((name) => settings[name] !== first.values[name] && settings[name] !== last.values[name]);
}
