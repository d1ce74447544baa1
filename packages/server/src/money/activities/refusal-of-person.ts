import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findIncentiveStanding, needsCountry } from '../incentives/public.ts';
import { findActivatedAt } from '../promotions/public.ts';

/** Why this person may not take part in anything now; null where they may. */
export async function findRefusalOfPerson(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<'not-active' | 'no-country' | 'country-closed' | null> {
  const standing = await findIncentiveStanding(db, closedCountries, personId);
  if (standing === 'closed') return 'country-closed';
  // Nobody is asked to top up for what they may not get afterwards.
  if (standing === 'asked-first') return 'no-country';
  if ((await findActivatedAt(db, personId)) === undefined) return 'not-active';
  return needsCountry(standing) ? 'no-country' : null;
}
