import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { insertCountry, lockCountry, selectCountry } from './preference-store.ts';
import { readCountry } from './preferences.ts';

/**
 * Notes where a person says to live. The same country again changes nothing; another one only after 30 days. Throws
 * `COUNTRY_UNKNOWN` or `COUNTRY_FIXED`.
 */
export async function declareCountry(
  { db }: { readonly db: Database },
  personId: PersonId,
  typed: string,
): Promise<void> {
  const country = readCountry(typed);
  if (country === undefined) throw problem('COUNTRY_UNKNOWN');
  await transact(db, async (tx) => {
    await lockCountry(tx, personId);
    const declared = await selectCountry(tx, personId);
    if (declared?.country === country) return;
    if (declared?.fixedUntil) throw problem('COUNTRY_FIXED', { until: declared.fixedUntil.toISOString() });
    await insertCountry(tx, personId, country);
  });
}
