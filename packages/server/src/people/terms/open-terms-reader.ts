import type { DbReader } from '@tern/db/database';
import { selectCurrentTerms, selectTermsVersion } from './terms-store.ts';
import { readTerms, type Terms } from './terms.ts';

/** How the slices that charge and limit learn the terms. */
export type TermsReader = {
  /** Those in force now, by the database's clock: every process changes over at the same moment. */
  readonly getCurrent: (db: DbReader) => Promise<Terms>;
  /** A version by its number; those in force now where something was created before there were versions. */
  readonly getVersion: (db: DbReader, version: number | null) => Promise<Terms>;
};

/** Reads terms from the database. A version never changes, so each is read once. */
export function openTermsReader(): TermsReader {
  const known = new Map<number, Terms>();
  const getCurrent = async (db: DbReader): Promise<Terms> => {
    const { version, values } = await selectCurrentTerms(db);
    return readTerms(version, values);
  };
  return {
    getCurrent,
    getVersion: async (db, version) => {
      if (version === null) return getCurrent(db);
      const terms = known.get(version) ?? readTerms(version, (await selectTermsVersion(db, version)).values);
      known.set(version, terms);
      return terms;
    },
  };
}
