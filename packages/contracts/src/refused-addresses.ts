import { z } from 'zod';
import { dayField } from './fields.ts';
import { freezeReason } from './problems/transfers.ts';

/** Why an address is on a list: of the closed list of reasons for holds, those that lists can have. */
export const refusalReason = freezeReason.extract(['legal-order', 'suspected-fraud']);
export type RefusalReason = z.infer<typeof refusalReason>;

/** On which list an address was found, where that list comes from, and of which day it is. */
export const refusedListing = z.object({
  list: z.string(),
  source: z.string(),
  asOf: dayField,
  reason: refusalReason,
});
export type RefusedListing = z.infer<typeof refusedListing>;

/** As many addresses at most go on a list, or come off it, by one change. */
export const refusedAddressesMax = 500;
