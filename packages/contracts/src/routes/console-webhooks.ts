import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { idField, timeField, webhookIdField } from '../fields.ts';
import { proofField, questionView } from './console-access.ts';
import { webhookKind } from './console-changes.ts';

const note = z.string().trim().min(3).max(400);
const count = z.number().int().nonnegative();
/** Numbers of deliveries outgrow no number of JavaScript. */
const deliveryIdField = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** `behind`: it waits for another event of its subject. */
export const deliveryState = z.enum(['waiting', 'behind', 'delivered', 'parked', 'skipped']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const webhooksView = z.object({
  webhooks: z.array(
    z.object({
      id: idField,
      name: z.string(),
      url: z.string(),
      kinds: z.array(webhookKind),
      state: z.enum(['active', 'disabled']),
      openedAt: timeField,
      /** Until when the secret before the last rotation signs too. */
      formerUntil: timeField.nullable(),
      waiting: count,
      parked: count,
      /** Within 24 hours. */
      delivered: count,
      oldestWaiting: timeField.nullable(),
      lastDelivered: timeField.nullable(),
    }),
  ),
  /** Where webhooks may lead: the setting WEBHOOK_HOSTS. */
  hosts: z.array(z.string()),
});
export type WebhooksView = z.infer<typeof webhooksView>;

const deliveryRow = {
  id: z.number().int(),
  webhookId: idField,
  eventId: idField,
  type: z.string(),
  subject: z.string(),
  /** When it happened. */
  at: timeField,
  isReplay: z.boolean(),
  state: deliveryState,
  tries: count,
  /** What the last try was answered, or why it was not. */
  answer: z.string().nullable(),
  /** While it waits. */
  nextTryAt: timeField.nullable(),
  settledAt: timeField.nullable(),
};

const deliveryRowView = z.object(deliveryRow);
export type DeliveryRowView = z.infer<typeof deliveryRowView>;

export const deliveryView = z.object({
  ...deliveryRow,
  sequence: z.number().int(),
  data: z.record(z.string(), z.json()),
  attempts: z.array(
    z.object({ at: timeField, status: z.number().int().nullable(), error: z.string().nullable(), tookMs: count }),
  ),
});
export type DeliveryView = z.infer<typeof deliveryView>;

const deliveryFilter = z.object({
  webhookId: webhookIdField.optional(),
  state: deliveryState.optional(),
  subject: z.string().max(100).optional(),
  before: deliveryIdField.optional(),
});
export type DeliveryFilter = z.infer<typeof deliveryFilter>;

/** What is sent again, or done without; with the reason that stands in the log. */
const resend = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('one'), id: deliveryIdField, note }),
  // All that a webhook was told between two times, in its order.
  z.strictObject({ what: z.literal('range'), webhookId: webhookIdField, from: timeField, to: timeField, note }),
  // The webhook does without it, and what follows of its subject goes on.
  z.strictObject({ what: z.literal('skip'), id: deliveryIdField, note }),
]);
export type ResendInput = z.infer<typeof resend>;
/** The same as a page writes it, where an id is any text. */
export type WantedResend = z.input<typeof resend>;

export const consoleWebhookRoutes = {
  showWebhooks: oc
    .route({ method: 'GET', path: '/webhooks', summary: 'Webhooks, and how they are', tags: ['webhooks'] })
    .output(webhooksView)
    .errors(declareProblems('ROLE_MISSING')),

  listDeliveries: oc
    .route({ method: 'GET', path: '/webhooks/deliveries', summary: 'Events on their way', tags: ['webhooks'] })
    .input(deliveryFilter)
    .output(z.object({ deliveries: z.array(deliveryRowView), next: z.number().int().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  delivery: oc
    .route({
      method: 'GET',
      path: '/webhooks/deliveries/{id}',
      summary: 'One event, with its tries',
      tags: ['webhooks'],
    })
    .input(z.object({ id: deliveryIdField }))
    .output(deliveryView)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND')),

  askResend: oc
    .route({ method: 'POST', path: '/webhooks/resend/question', summary: 'The words to be signed', tags: ['webhooks'] })
    .input(resend)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND')),

  resend: oc
    .route({ method: 'POST', path: '/webhooks/resend', summary: 'Send again or skip, signed', tags: ['webhooks'] })
    .input(z.strictObject({ said: resend, proof: proofField }))
    .output(z.object({ events: count }))
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
