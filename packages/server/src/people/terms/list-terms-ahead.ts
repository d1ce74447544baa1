import type { DbReader } from '@tern/db/database';
import { selectTermsAhead } from './terms-store.ts';
import { readTerms, type Terms } from './terms.ts';

/** The terms in force and those that were decided for later, by the database's clock; none before the api's first start. */
export async function listTermsAhead(db: DbReader): Promise<readonly Terms[]> {
  return (await selectTermsAhead(db)).map(({ version, values }) => readTerms(version, values));
}
