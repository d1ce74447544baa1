import { z } from 'zod';
import { assetField, timeField, unitsField } from './fields.ts';

/** Every decision an operator's passkey signs, by the route that carries it out. */
export const decisionActions = [
  'reviews.decide',
  'activities.takeActivityStep',
  'work.takePayoutStep',
  'work.takeHouseStep',
  'announcements.decideAnnouncement',
  'resolutions.decideBonus',
  'resolutions.decideReset',
  'changes.propose',
  'changes.decideChange',
  'flows.switchFlow',
  'people.hold',
  'people.signOutPerson',
  'house.propose',
  'operators.propose',
  'operators.decideChange',
  'operators.cancelBreakGlass',
  'operators.addKey',
  'operators.removeKey',
  'webhooks.resend',
  'screening.releaseDeposit',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

const absent = <const Why extends string>(...why: readonly Why[]) => z.strictObject({ none: z.enum(why) });

/** Whom or what a decision is about. Addresses stand in full. */
export const decisionParty = z.strictObject({
  as: z.enum([
    'receiver',
    'sender',
    'person',
    'house',
    'arrived-at',
    'asset',
    'pair',
    'fund',
    'pool',
    'distribution',
    'terms',
    'flow',
    'activity',
    'audience',
    'item',
    'account',
    'operator',
    'webhook',
    'refused-list',
    'rule',
    'key',
  ]),
  name: z.string(),
});
export type DecisionParty = z.infer<typeof decisionParty>;

/** Who brought it about: an operator by name, a person by their number, or this installation by itself. */
export const decisionAuthor = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('operator'), name: z.string() }),
  z.strictObject({ by: z.literal('person'), publicId: z.string() }),
  z.strictObject({ by: z.literal('system') }),
]);

export type DecisionAuthor = z.infer<typeof decisionAuthor>;

/** What an operator said about the same before. */
export const earlierDecision = z.strictObject({
  operator: z.string(),
  at: timeField,
  decision: z.string(),
  said: z.union([z.string(), absent('not-asked')]),
});
export type EarlierDecision = z.infer<typeof earlierDecision>;

export const decisionDetailNames = [
  'fee',
  'settlement',
  'memo',
  'left-hot-wallet',
  'network-cost',
  'receipt',
  'block',
  'transaction',
  'state',
  'kind',
  'reward',
  'places',
  'platform',
  'opens',
  'closes',
  'started',
  'ready',
  'send-at',
  'text',
  'accounts-of-source',
  'until',
  'days',
  'hold-reason',
  'change',
  'suggested-by',
  'operator-change',
  'key-name',
  'key-print',
  'key-reach',
  'key-copies',
  'role',
  'by-events',
  'by-contract',
  'event',
  'events-from',
  'events-until',
  'list-source',
  'list-as-of',
  'addresses-added',
  'addresses-removed',
  'listing',
] as const;
export type DecisionDetailName = (typeof decisionDetailNames)[number];

const detailName = z.enum(decisionDetailNames);
/** What else belongs to it: as text, as an amount of base units, or as a time. */
const detail = z.union([
  z.strictObject({ name: detailName, text: z.string() }),
  z.strictObject({ name: detailName, asset: assetField, amount: z.string().regex(/^-?\d{1,78}$/) }),
  z.strictObject({ name: detailName, at: timeField }),
]);
export type DecisionDetail = z.infer<typeof detail>;

/**
 * What an operator has before them when they sign. Every fact is there for every decision; one that a kind of decision does
 * not have says so with the reason.
 */
export const decisionFacts = z.strictObject({
  asset: z.union([assetField, absent('no-money', 'no-single-asset')]),
  /** Base units. */
  amount: z.union([unitsField, absent('no-money')]),
  /** The first is the receiver of the money, or the subject where none moves. */
  about: z.tuple([decisionParty], decisionParty),
  author: decisionAuthor,
  /** What the author gave as the reason, or what made this installation ask. */
  reason: z.union([
    z.strictObject({ said: z.string() }),
    z.strictObject({ cause: z.string(), detail: z.union([z.string(), absent('nothing-more')]) }),
    absent('not-asked'),
  ]),
  earlier: z.union([z.array(earlierDecision), absent('one-decides')]),
  details: z.array(detail),
});
export type DecisionFacts = z.infer<typeof decisionFacts>;

/** The words an operator's passkey signs, as JSON. */
export const decisionStatement = z.strictObject({
  action: z.enum(decisionActions),
  /** What was asked for, as the route takes it. */
  content: z.record(z.string(), z.json()),
  facts: decisionFacts,
  operator: z.string(),
  askedAt: timeField,
});
export type DecisionStatement = z.infer<typeof decisionStatement>;

/** Precedes the statement in what a passkey signs, and keeps it apart from everything else such a key may ever sign. */
export const decisionPrefix = 'console decision 1\n';
