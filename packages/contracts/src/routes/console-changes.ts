import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  amountInput,
  assetField,
  changeIdField,
  dayField,
  depositIdField,
  distributionIdField,
  idField,
  listCursor,
  suggestionIdField,
  surplusIdField,
  timeField,
  unitsField,
  webhookIdField,
} from '../fields.ts';
import { levelField, levelLimitsField, personNumberField } from '../levels.ts';
import { refusalReason, refusedAddressesMax } from '../refused-addresses.ts';
import { keyContents } from '../service-key.ts';
import { termNameField } from '../terms.ts';
import { proofField, questionView } from './console-access.ts';
import { poolView } from './pool.ts';

const note = z.string().trim().min(3).max(400);

/** Tells contents of these kinds from all others. */
function guardOf<Kind extends Pick<ChangeContent, 'kind'>>(
  contents: readonly { readonly shape: { readonly kind: { readonly value: string } } }[],
) {
  const kinds: ReadonlySet<string> = new Set(contents.map(({ shape }) => shape.kind.value));
  return <Content extends Pick<ChangeContent, 'kind'>>(
    content: Content,
  ): content is Extract<Content, Pick<Kind, 'kind'>> => kinds.has(content.kind);
}

/** What money of the house is set aside for. */
export const fundPurpose = z.enum(['pool', 'promotion', 'liquidity']);
export type FundPurpose = z.infer<typeof fundPurpose>;

/** Why money is gone for good: its issuer destroyed it, or two operators accept it for another reason. */
const lossReason = z.enum(['destroyed', 'accepted']);

/** What is booked where books and chain differ, and only treasurers decide; amounts in base units, as the page shows them. */
const reserveContents = [
  // What a deposit address had more, kept in suspense: back to an address, or to the house where there is none.
  z.strictObject({
    kind: z.literal('surplus'),
    surplusId: surplusIdField,
    address: z.string().max(64),
    assetId: assetField,
    amount: unitsField,
    to: z.string().max(64).nullable(),
  }),
  z.strictObject({
    kind: z.literal('cold-return'),
    depositId: depositIdField,
    assetId: assetField,
    amount: unitsField,
  }),
  z.strictObject({
    kind: z.literal('loss'),
    why: lossReason,
    assetId: assetField,
    // As a shortfall names its place.
    subject: z.string().regex(/^(hot|cold|energy|liabilities|deposit T[1-9A-HJ-NP-Za-km-z]{33})$/),
    amount: unitsField,
  }),
] as const;
export type ReserveContent = z.infer<(typeof reserveContents)[number]>;

/** Whether a change books where books and chain differ, which only treasurers decide. */
export const isReserveContent = guardOf<ReserveContent>(reserveContents);

/** What other systems can be told of. */
export const webhookKind = z.enum(['deposits', 'sends', 'reviews', 'freezes', 'alarms', 'waiting']);
export type WebhookKind = z.infer<typeof webhookKind>;

const webhookFields = {
  name: z.string().trim().min(3).max(60),
  url: z.string().trim().min(1).max(500),
  kinds: z
    .array(webhookKind)
    .min(1)
    .max(webhookKind.options.length)
    .refine((kinds) => new Set(kinds).size === kinds.length),
};

/** What other systems are told, and where: administrators alone decide about it. */
const webhookContents = [
  z.strictObject({ kind: z.literal('webhook-open'), ...webhookFields }),
  z.strictObject({ kind: z.literal('webhook-change'), webhookId: webhookIdField, ...webhookFields }),
  z.strictObject({
    kind: z.literal('webhook-switch'),
    webhookId: webhookIdField,
    state: z.enum(['active', 'disabled']),
  }),
  // A new secret; for a day the one before signs too.
  z.strictObject({ kind: z.literal('webhook-rotate'), webhookId: webhookIdField }),
] as const;
export type WebhookContent = z.infer<(typeof webhookContents)[number]>;

/** Whether a change is about what other systems are told, which only administrators decide. */
export const isWebhookContent = guardOf<WebhookContent>(webhookContents);

const listedAddress = z.string().regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
const listedAddresses = z.array(listedAddress).max(refusedAddressesMax);

/** Addresses that go on a list of refused addresses, and that come off it: administrators alone decide about it. */
const refusedAddressesContent = z
  .strictObject({
    kind: z.literal('refused-addresses'),
    list: z.string().trim().min(3).max(60),
    // Where the added addresses come from, of which day that is, and what class of reason a hold for one of them has.
    source: z.string().trim().min(3).max(200),
    asOf: dayField,
    reason: refusalReason,
    add: listedAddresses,
    remove: listedAddresses,
  })
  .refine(({ add, remove }) => {
    const all = add.length + remove.length;
    return all > 0 && all <= refusedAddressesMax && new Set([...add, ...remove]).size === all;
  });
export type RefusedAddressesContent = z.infer<typeof refusedAddressesContent>;

const screeningRuleFields = z.strictObject({ sends: z.boolean(), deposits: z.boolean(), closedFrom: amountInput });

/**
 * About what the outside service is asked, and from how many USDT on money is held where it gives no answer; beside what the
 * rule `after` says, so that whoever signs reads both.
 */
const screeningRuleContent = z.strictObject({
  kind: z.literal('screening-rule'),
  after: z.number().int().min(0).max(2_147_483_647),
  from: screeningRuleFields,
  to: screeningRuleFields,
});
export type ScreeningRuleContent = z.infer<typeof screeningRuleContent>;

export type KeyContent = z.infer<(typeof keyContents)[number]>;

/** Whether a change is about what other systems may read and propose, which only administrators decide. */
export const isKeyContent = guardOf<KeyContent>(keyContents);

/**
 * Whether only administrators decide about a change: what leaves this installation, to whom nothing is sent unseen, when the
 * outside service is asked, the levels of identity checks, and that everybody has to log in again.
 */
export function isAdministratorsContent<Content extends Pick<ChangeContent, 'kind'>>(content: Content): boolean {
  if (content.kind === 'level-limits' || content.kind === 'person-level') return true;
  if (content.kind === 'refused-addresses' || content.kind === 'screening-rule') return true;
  if (content.kind === 'sign-out-everybody') return true;
  return isWebhookContent(content) || isKeyContent(content);
}

/** What each level may send to the chain in 24 hours, beside what the version `after` says; 0 where there is none. */
const levelLimitsContent = z.strictObject({
  kind: z.literal('level-limits'),
  after: z.number().int().min(0).max(2_147_483_647),
  limits: levelLimitsField,
});
export type LevelLimitsContent = z.infer<typeof levelLimitsContent>;

/** What other systems can suggest too: funds, pairs, coins, the pool, and the level of somebody whom they have checked. */
const suggestibleContents = [
  z.strictObject({ kind: z.literal('fund'), purpose: fundPurpose, assetId: assetField, amount: amountInput }),
  z.strictObject({ kind: z.literal('pair'), one: assetField, other: assetField, open: z.boolean() }),
  z.strictObject({ kind: z.literal('asset'), assetId: assetField, open: z.boolean() }),
  z.strictObject({
    kind: z.literal('pool-schedule'),
    // Whole hours that divide a day.
    everyHours: z.literal([1, 2, 3, 4, 6, 8, 12, 24]),
    shareBasisPoints: z.number().int().min(1).max(10_000),
  }),
  z.strictObject({
    kind: z.literal('person-level'),
    /** The account number. */
    person: personNumberField,
    level: levelField,
    /** Where the check was made, so that it can be found there; no document and nothing of one. */
    reference: z.string().trim().min(3).max(100),
    /** The last day of the level, in UTC; null where it has no end. */
    until: dayField.nullable(),
  }),
] as const;
export const suggestibleContent = z.discriminatedUnion('kind', suggestibleContents);
export type SuggestibleContent = z.infer<typeof suggestibleContent>;
export type PersonLevelContent = Extract<SuggestibleContent, { readonly kind: 'person-level' }>;

/** A change of the house's money or rules as it is proposed; amounts as typed, in whole coins. */
export const changeContent = z.discriminatedUnion('kind', [
  ...suggestibleContents,
  // Fees and limits that change, as typed, beside what the version `after` says; in force from `from` on or as early as may be.
  z.strictObject({
    kind: z.literal('terms'),
    after: z.number().int().min(1).max(2_147_483_647),
    values: z.partialRecord(termNameField, amountInput),
    from: timeField.nullable(),
  }),
  // Whoever keeps the books may take how everybody's balance went in the period of a distribution, for a day.
  z.strictObject({ kind: z.literal('audit-file'), distributionId: distributionIdField }),
  // All that is owed is counted and published beside the count of the day.
  z.strictObject({ kind: z.literal('snapshot') }),
  // Every session of every person ends.
  z.strictObject({ kind: z.literal('sign-out-everybody') }),
  ...reserveContents,
  ...webhookContents,
  refusedAddressesContent,
  screeningRuleContent,
  levelLimitsContent,
  ...keyContents,
]);
export type ChangeContent = z.infer<typeof changeContent>;
/** The same as a page writes it, where an id is any text. */
export type WantedChange = z.input<typeof changeContent>;

const proposal = z.strictObject({
  content: changeContent,
  note,
  /** What another system suggested, where the operator proposes it because of that. */
  suggestionId: suggestionIdField.optional(),
});
export type ChangeProposal = z.infer<typeof proposal>;
const decision = z.strictObject({ id: changeIdField, decision: z.enum(['carry-out', 'withdraw']) });
export type ChangeDecision = z.infer<typeof decision>;

export const changesView = z.object({
  /** Reads on in what is proposed and not decided; all the rest but the schedule comes with the first page alone. */
  next: z.string().nullable(),
  changes: z.array(
    z.object({
      id: idField,
      content: changeContent,
      state: z.enum(['proposed', 'done', 'withdrawn']),
      note: z.string(),
      proposedBy: z.string(),
      proposedAt: timeField,
      decidedBy: z.string().nullable(),
      decidedAt: timeField.nullable(),
    }),
  ),
  /** What other systems suggest and no operator has proposed yet. */
  suggestions: z.array(
    z.object({
      id: idField,
      /** Name of the key. */
      key: z.string(),
      content: suggestibleContent,
      note: z.string(),
      madeAt: timeField,
      expiresAt: timeField,
    }),
  ),
  /** What is set aside now, and what the house still owns of each asset. */
  funds: z.array(
    z.object({ purpose: z.union([fundPurpose, z.literal('own')]), assetId: assetField, amount: unitsField }),
  ),
  pairs: z.array(z.object({ one: assetField, other: assetField, open: z.boolean() })),
  /** Every coin; `closing` where it is closed, or will be from then on. */
  assets: z.array(
    z.object({ assetId: assetField, closing: z.object({ from: timeField, closed: z.boolean() }).nullable() }),
  ),
  /** In force, and decided for later. */
  pool: poolView.pick({ everyHours: true, shareBasisPoints: true, nextAt: true, planned: true }),
});
export type ChangesView = z.infer<typeof changesView>;

export const consoleChangeRoutes = {
  showChanges: oc
    .route({ method: 'GET', path: '/changes', summary: 'What is set aside, open, and proposed', tags: ['changes'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(changesView)
    .errors(declareProblems('ROLE_MISSING')),

  askProposal: oc
    .route({ method: 'POST', path: '/changes/question', summary: 'The words to be signed', tags: ['changes'] })
    .input(proposal)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  propose: oc
    .route({ method: 'POST', path: '/changes', summary: 'Propose a change, signed', tags: ['changes'] })
    .input(z.strictObject({ said: proposal, proof: proofField }))
    .output(z.object({ id: idField }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  askChange: oc
    .route({ method: 'POST', path: '/changes/decision/question', summary: 'The words to be signed', tags: ['changes'] })
    .input(decision)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideChange: oc
    .route({ method: 'POST', path: '/changes/decision', summary: 'Carry out or withdraw, signed', tags: ['changes'] })
    .input(z.strictObject({ said: decision, proof: proofField }))
    // Of a webhook or a key that was opened, or a webhook that got a new one; shown once.
    .output(z.object({ secret: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
