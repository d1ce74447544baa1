import { z } from 'zod';
import { dayField } from './fields.ts';
import { freezeReason } from './problems/transfers.ts';

/** Why an address is on a list: of the closed list of reasons for holds, those that lists can have. */
export const refusalReason = freezeReason.extract(['legal-order', 'suspected-fraud']);
export type RefusalReason = z.infer<typeof refusalReason>;

/** Why a send is held: of the closed list of reasons for holds. `security`: the outside service gave no answer. */
export const caseReason = freezeReason.extract(['security', 'legal-order', 'suspected-fraud']);
export type CaseReason = z.infer<typeof caseReason>;

/** On which list an address was found, where that list comes from, and of which day it is. */
export const refusedListing = z.object({
  list: z.string(),
  source: z.string(),
  asOf: dayField,
  reason: refusalReason,
});
export type RefusedListing = z.infer<typeof refusedListing>;

/** What the outside service said about a receiver, or that it gave no answer and why. */
export const serviceFinding = z.object({
  service: z.enum(['hit', 'no-answer']),
  reason: caseReason,
  detail: z.string(),
  /** How the service names its answer; null where it does not. */
  reference: z.string().nullable(),
});
export type ServiceFinding = z.infer<typeof serviceFinding>;

export const caseEvidence = z.union([refusedListing, serviceFinding]);
export type CaseEvidence = z.infer<typeof caseEvidence>;

/** As many addresses at most go on a list, or come off it, by one change. */
export const refusedAddressesMax = 500;
