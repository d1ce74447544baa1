import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findDeclaredCountry } from '../preferences/public.ts';
import { findActivatedAt } from '../promotions/public.ts';

/** Why this person may not take part in anything now; null where they may. */
export async function findRefusalOfPerson(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<'not-active' | 'no-country' | 'country-closed' | null> {
  const [declared, activatedAt] = await Promise.all([findDeclaredCountry(db, personId), findActivatedAt(db, personId)]);
  if (declared !== undefined && closedCountries.includes(declared.country)) return 'country-closed';
  if (activatedAt === undefined) return 'not-active';
  return declared === undefined ? 'no-country' : null;
}
