import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { findDeclaredCountry } from '../preferences/public.ts';

/**
 * Whether somebody may be given bonuses and rewards where they live. `undeclared`: they have not said where that is;
 * `closed`: incentives are closed there. What is their own is never touched by it.
 */
export type IncentiveStanding = 'open' | 'undeclared' | 'closed';

export async function findIncentiveStanding(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<IncentiveStanding> {
  const declared = await findDeclaredCountry(db, personId);
  if (declared === undefined) return 'undeclared';
  return closedCountries.includes(declared.country) ? 'closed' : 'open';
}

export async function mayReceiveIncentives(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<boolean> {
  return (await findIncentiveStanding(db, closedCountries, personId)) === 'open';
}
