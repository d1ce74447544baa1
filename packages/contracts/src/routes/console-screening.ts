import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, dayField, timeField, unitsField, withdrawalIdField } from '../fields.ts';
import { caseEvidence, caseReason, refusedListing } from '../refused-addresses.ts';

/** A send that was held for what was found about its receiver. */
export const screeningCase = z.object({
  withdrawalId: withdrawalIdField,
  assetId: assetField,
  amount: unitsField,
  toAddress: z.string(),
  reason: caseReason,
  evidence: z.array(caseEvidence),
  openedAt: timeField,
  /** Until then somebody has to decide; what is not decided goes back. */
  until: timeField,
  /** That of the send. */
  state: z.string(),
});
export type ScreeningCaseView = z.infer<typeof screeningCase>;

export const refusedList = z.object({
  list: z.string(),
  addresses: z.number().int(),
  /** Of the newest addresses on it. */
  source: z.string(),
  asOf: dayField,
});
export type RefusedListView = z.infer<typeof refusedList>;

export const refusedAddress = z.object({ ...refusedListing.shape, address: z.string(), addedAt: timeField });
export type RefusedAddressView = z.infer<typeof refusedAddress>;

export const consoleScreeningRoutes = {
  listOpenCases: oc
    .route({ method: 'GET', path: '/screening/open', summary: 'Sends that are held', tags: ['screening'] })
    .output(z.object({ cases: z.array(screeningCase) }))
    .errors(declareProblems('ROLE_MISSING')),

  listEndedCases: oc
    .route({ method: 'GET', path: '/screening/ended', summary: 'How earlier cases ended', tags: ['screening'] })
    .input(z.object({ before: withdrawalIdField.optional() }))
    .output(z.object({ cases: z.array(screeningCase), next: withdrawalIdField.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  showLists: oc
    .route({ method: 'GET', path: '/screening/lists', summary: 'Lists of refused addresses', tags: ['screening'] })
    .output(z.object({ lists: z.array(refusedList) }))
    .errors(declareProblems('ROLE_MISSING')),

  listAddresses: oc
    .route({ method: 'GET', path: '/screening/addresses', summary: 'Addresses of one list', tags: ['screening'] })
    .input(z.object({ list: z.string().max(60), after: z.string().max(64).optional() }))
    .output(z.object({ addresses: z.array(refusedAddress), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  findAddress: oc
    .route({ method: 'GET', path: '/screening/address', summary: 'Where an address is listed', tags: ['screening'] })
    .input(z.object({ address: z.string().max(64) }))
    .output(z.object({ listings: z.array(refusedListing) }))
    .errors(declareProblems('ROLE_MISSING')),
};
