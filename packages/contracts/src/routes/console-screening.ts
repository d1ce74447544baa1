import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  assetField,
  dayField,
  depositIdField,
  idField,
  personIdField,
  recordIdField,
  timeField,
  unitsField,
} from '../fields.ts';
import { caseEvidence, caseReason, refusedListing } from '../refused-addresses.ts';
import { decidedRule, screeningRule } from '../screening-rule.ts';
import { proofField, questionView } from './console-access.ts';

/** A send that was held for what was found about its receiver, or a deposit about its sender. */
export const screeningCase = z.object({
  kind: z.enum(['send', 'deposit']),
  /** Of the send, or of the deposit. */
  id: idField,
  assetId: assetField,
  amount: unitsField,
  /** In USDT when the send was asked for, or the deposit was credited; null without a price. */
  usdtValue: unitsField.nullable(),
  /** The receiver of the send, or the sender of the deposit. */
  address: z.string(),
  reason: caseReason,
  evidence: z.array(caseEvidence),
  openedAt: timeField,
  /** Until then somebody has to decide. A send that is not decided goes back, and a deposit can be used. */
  until: timeField,
  /** That of the send. Of a deposit: `under-review`, `released` or `not-decided-in-time`. */
  state: z.string(),
});
export type ScreeningCaseView = z.infer<typeof screeningCase>;

/** A deposit that was held for what was found about its sender, with whose it is and how it ended. */
export const depositCase = screeningCase.extend({
  toAddress: z.string(),
  txId: z.string(),
  personId: personIdField,
  publicId: z.string(),
  recordId: recordIdField,
  /** The rule under which it was held; null for what was held before rules were kept, or before any was decided. */
  rule: screeningRule.nullable(),
  endedAt: timeField.nullable(),
  /** Null while it waits, and where its time ended it. */
  decidedBy: z.string().nullable(),
});
export type DepositCaseView = z.infer<typeof depositCase>;

/** That a held deposit can be used, and what was looked at. */
const releaseFields = z.strictObject({ id: depositIdField, note: z.string().trim().min(3).max(400) });
export type DepositReleaseInput = z.infer<typeof releaseFields>;

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
    .route({
      method: 'GET',
      path: '/screening/open',
      summary: 'Sends and deposits that are held, the largest value first',
      tags: ['screening'],
    })
    .input(z.object({ cursor: z.string().max(120).optional() }))
    .output(z.object({ cases: z.array(screeningCase), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  listEndedCases: oc
    .route({ method: 'GET', path: '/screening/ended', summary: 'How earlier cases ended', tags: ['screening'] })
    .input(z.object({ before: depositIdField.optional() }))
    .output(z.object({ cases: z.array(screeningCase), next: idField.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  depositCase: oc
    .route({ method: 'GET', path: '/screening/deposits/{id}', summary: 'One held deposit', tags: ['screening'] })
    .input(z.object({ id: depositIdField }))
    .output(depositCase)
    .errors(declareProblems('ROLE_MISSING')),

  askRelease: oc
    .route({ method: 'POST', path: '/screening/question', summary: 'The words to be signed', tags: ['screening'] })
    .input(releaseFields)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  releaseDeposit: oc
    .route({
      method: 'POST',
      path: '/screening/release',
      summary: 'Release a held deposit, signed',
      tags: ['screening'],
    })
    .input(z.strictObject({ said: releaseFields, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  showRule: oc
    .route({
      method: 'GET',
      path: '/screening/rule',
      summary: 'When the outside service is asked, and earlier rules',
      tags: ['screening'],
    })
    .input(z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }))
    // The rule in force, and a page of those that were decided, the newest first.
    .output(z.object({ inForce: screeningRule, decided: z.array(decidedRule), next: z.number().int().nullable() }))
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
