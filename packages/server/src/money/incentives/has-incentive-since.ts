import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { hasRewardSince } from '../../people/records/public.ts';
import { hasOwedSwapSince } from '../swaps/public.ts';

/** Whether somebody was given or promised anything since a moment that depends on where they live. */
export async function hasIncentiveSince(db: DbReader, personId: PersonId, since: Date): Promise<boolean> {
  return (await hasRewardSince(db, personId, since)) || (await hasOwedSwapSince(db, personId, since));
}
