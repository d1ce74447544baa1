import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, currencyField, idField, messageIdField, timeField, unitsField } from '../fields.ts';
import { securityEventKind } from '../security-event.ts';
import { toldBonusRefusal } from './promotions.ts';
import { recordReason } from './records.ts';

export const messageKind = z.enum(['transfers', 'rewards', 'prices', 'security', 'announcements']);
export type MessageKind = z.infer<typeof messageKind>;

/** Kinds that can be switched off; what happens to the account's security is always told. */
export const mutableKind = z.enum(['transfers', 'rewards', 'prices']);
export type MutableKind = z.infer<typeof mutableKind>;

/** What became of a record. */
export const recordNews = z.enum([
  'received',
  'rewarded',
  'lost',
  'sent',
  'send-failed',
  'review-approved',
  'review-rejected',
]);
export type RecordNews = z.infer<typeof recordNews>;

/** What a reviewer said of an entry for an activity. */
export const entryNews = z.enum(['entry-approved', 'entry-rejected']);
export type EntryNews = z.infer<typeof entryNews>;

/** A price that somebody waited for was reached from below, or from above. */
export const priceNews = z.enum(['price-above', 'price-below']);
export type PriceNews = z.infer<typeof priceNews>;

const common = { id: messageIdField, createdAt: timeField, read: z.boolean() };

/** Facts of a message; the app says them in the person's language. */
export const messageView = z.discriminatedUnion('about', [
  z.object({
    ...common,
    about: z.literal('record'),
    kind: z.enum(['transfers', 'rewards']),
    event: recordNews,
    /** Sent to somebody here: it was there at once, and the network has nothing to confirm. Absent where it was not. */
    inside: z.literal(true).optional(),
    recordId: idField,
    /** Why a send was rejected, as the person may know it. */
    reason: recordReason.optional(),
    assetId: assetField,
    amount: unitsField,
  }),
  z.object({
    ...common,
    about: z.literal('activity'),
    kind: z.literal('rewards'),
    event: entryNews,
    activityId: idField,
    assetId: assetField,
    amount: unitsField,
  }),
  z.object({
    ...common,
    about: z.literal('bonus'),
    kind: z.literal('rewards'),
    event: z.literal('bonus-refused'),
    /** Why, as the person may know it. */
    reason: toldBonusRefusal,
    assetId: assetField,
    amount: unitsField,
  }),
  z.object({
    ...common,
    about: z.literal('price'),
    kind: z.literal('prices'),
    event: priceNews,
    assetId: assetField,
    /** What both prices are in, for one whole coin. */
    unit: currencyField,
    /** Plain decimals: what was waited for, and what it cost when that was reached, cut after eight decimals. */
    target: z.string(),
    price: z.string(),
  }),
  z.object({
    ...common,
    about: z.literal('account'),
    kind: z.literal('security'),
    event: securityEventKind,
    /** When a hold ends at the latest; absent where an older version wrote the message. */
    until: timeField.optional(),
  }),
  z.object({
    ...common,
    about: z.literal('announcement'),
    kind: z.literal('announcements'),
    event: z.literal('announced'),
    /** As operators wrote it, in the person's language where they did. */
    title: z.string(),
    body: z.string(),
    language: z.string(),
  }),
  z.object({
    ...common,
    about: z.literal('complaint'),
    kind: z.literal('announcements'),
    event: z.literal('complaint-answered'),
    complaintId: idField,
  }),
]);
export type MessageView = z.infer<typeof messageView>;

export const messageRoutes = {
  listMessages: oc
    .route({ method: 'GET', path: '/messages', summary: 'Messages, newest first', tags: ['messages'] })
    .input(z.object({ kind: messageKind.optional(), cursor: messageIdField.optional() }))
    .output(z.object({ messages: z.array(messageView), nextCursor: idField.nullable() }))
    .errors(declareProblems()),

  unreadMessages: oc
    .route({ method: 'GET', path: '/messages/unread', summary: 'How many messages are unread', tags: ['messages'] })
    .output(z.object({ unread: z.number().int() }))
    .errors(declareProblems()),

  message: oc
    .route({ method: 'GET', path: '/messages/{id}', summary: 'One message', tags: ['messages'] })
    .input(z.object({ id: messageIdField }))
    .output(messageView)
    .errors(declareProblems()),

  readMessage: oc
    .route({ method: 'POST', path: '/messages/{id}/read', summary: 'Mark a message as read', tags: ['messages'] })
    .input(z.strictObject({ id: messageIdField }))
    .output(z.object({}))
    .errors(declareProblems()),

  readAllMessages: oc
    .route({ method: 'POST', path: '/messages/read', summary: 'Mark all messages as read', tags: ['messages'] })
    .input(z.strictObject({}))
    .output(z.object({ read: z.number().int() }))
    .errors(declareProblems()),

  messageSettings: oc
    .route({ method: 'GET', path: '/messages/settings', summary: 'Which kinds are switched off', tags: ['messages'] })
    .output(z.object({ muted: z.array(mutableKind) }))
    .errors(declareProblems()),

  setMessageSettings: oc
    .route({ method: 'POST', path: '/messages/settings', summary: 'Switch kinds on or off', tags: ['messages'] })
    .input(z.strictObject({ muted: z.array(mutableKind).max(3) }))
    .output(z.object({ muted: z.array(mutableKind) }))
    .errors(declareProblems()),
};
