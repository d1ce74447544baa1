import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, personIdField, timeField, unitsField } from '../fields.ts';
import { levelField, standingView } from '../levels.ts';
import { freezeReason, holdReason } from '../problems/transfers.ts';
import { caseReason } from '../refused-addresses.ts';
import { payoutWait } from './console-reviews.ts';

/** What operators answer whoever asks for support: from a list, because free text in the house's name invites fraud. */
export const supportTemplate = z.enum([
  'deposit-confirming',
  'deposit-missing',
  'transfer-under-review',
  'account-on-hold',
  'factors-lost',
  'scam-warning',
]);
export type SupportTemplate = z.infer<typeof supportTemplate>;

const byPerson = z.object({ id: personIdField });

/** Money that a person has and cannot spend now. */
export const heldMoneyView = z.object({
  /** Of the person's record, which the page of transactions shows. */
  recordId: idField,
  /** Null for a deposit that waits for a check of its sender. */
  withdrawalId: idField.nullable(),
  /** Of a deposit that somebody has to decide about. */
  depositId: idField.nullable(),
  assetId: assetField,
  /** What is held: the amount, and of a transfer its fee. */
  held: unitsField,
  state: z.enum(['requested', 'under-review', 'approved', 'signed', 'broadcast', 'included']),
  /** Why an approved one is not sent yet. */
  waitingFor: payoutWait.nullable(),
  since: timeField,
  /** Of a transfer under review: until when an answer is promised. Of a deposit: when it can be used at the latest. */
  due: timeField.nullable(),
});
export type HeldMoneyView = z.infer<typeof heldMoneyView>;

/** What was decided about the level of somebody's identity check. */
export const personLevelView = z.object({
  level: levelField,
  /** Where the check was made. */
  reference: z.string(),
  from: timeField,
  until: timeField.nullable(),
  proposedBy: z.string(),
  decidedBy: z.string(),
  decidedAt: timeField,
});
export type PersonLevelView = z.infer<typeof personLevelView>;

export const personSecurityView = z.object({
  /** The level of the identity check in force, and all that was decided about it, newest first; null where there are no levels. */
  level: standingView.extend({ history: z.array(personLevelView) }).nullable(),
  loginPasswordChangedAt: timeField.nullable(),
  tradePasswordSetAt: timeField.nullable(),
  authenticatorSince: timeField.nullable(),
  recoveryCodes: z.object({ left: z.number().int(), made: z.number().int(), madeAt: timeField.nullable() }),
  /** After too many wrong tries; each ends by itself. */
  locks: z.array(
    z.object({ what: z.enum(['transfers', 'login-authenticator', 'factor-changes', 'password']), until: timeField }),
  ),
  /** Requests to remove every factor, newest first. */
  resets: z.array(
    z.object({
      id: idField,
      state: z.enum(['waiting', 'done', 'cancelled', 'refused']),
      startedAt: timeField,
      readyAt: timeField,
      endedAt: timeField.nullable(),
    }),
  ),
});
export type PersonSecurityView = z.infer<typeof personSecurityView>;

export const personDevicesView = z.object({
  /** Open ones first, then those that ended, newest first. */
  sessions: z.array(
    z.object({
      id: idField,
      /** In words of ours, for example `Chrome on Android`. */
      device: z.string(),
      /** The network that it came from, the last part of the address left out. */
      place: z.string(),
      since: timeField,
      seenAt: timeField,
      endedAt: timeField.nullable(),
      /** Whether the device is told of messages while the app is closed. */
      hasPush: z.boolean(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: idField,
      name: z.string(),
      /** Kept in an account of its maker, and so on several devices. */
      synced: z.boolean(),
      addedAt: timeField,
      usedAt: timeField.nullable(),
    }),
  ),
});
export type PersonDevicesView = z.infer<typeof personDevicesView>;

export const personEntriesView = z.object({
  entries: z.array(
    z.object({
      id: idField,
      activityId: idField,
      /** In English, as operators wrote it. */
      title: z.string(),
      state: z.enum(['under-review', 'approved', 'claimed', 'completed', 'failed']),
      tries: z.number().int(),
      assetId: assetField,
      reward: unitsField,
      submittedAt: timeField,
      changedAt: timeField,
    }),
  ),
});
export type PersonEntriesView = z.infer<typeof personEntriesView>;

/** Everything that ever kept the person's money or sends back: a decision, a change of factors, or screening. */
export const personHoldView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account-frozen'),
    id: idField,
    reason: freezeReason,
    /** The operator who set it and answers for it. */
    by: z.string(),
    /** What that operator noted for the others. */
    note: z.string().nullable(),
    since: timeField,
    until: timeField,
    /** When an operator ended it early. */
    liftedAt: timeField.nullable(),
    on: z.boolean(),
  }),
  z.object({
    kind: z.literal('security-hold'),
    id: idField,
    reason: holdReason,
    since: timeField,
    until: timeField,
    on: z.boolean(),
  }),
  /** A send held for its receiver, or a deposit for its sender. */
  z.object({
    kind: z.literal(['send-held', 'deposit-held']),
    id: idField,
    recordId: idField,
    /** The number of the record, as the person reads it. */
    number: z.string(),
    assetId: assetField,
    amount: unitsField,
    /** Null while the outside service is asked about the sender of a deposit. */
    reason: caseReason.nullable(),
    since: timeField,
    /** When a send goes back, and a deposit can be used, at the latest. */
    until: timeField,
    endedAt: timeField.nullable(),
    /** The operators who decided about it, in order. */
    decidedBy: z.array(z.string()),
    on: z.boolean(),
  }),
]);
export type PersonHoldView = z.infer<typeof personHoldView>;

export const personNotesView = z.object({
  notes: z.array(z.object({ seq: z.number().int(), operator: z.string(), at: timeField, text: z.string() })),
  next: z.number().int().nullable(),
});
export type PersonNotesView = z.infer<typeof personNotesView>;

export const personAnswersView = z.object({
  /** Each answer as this person would read it. */
  templates: z.array(
    z.object({ template: supportTemplate, language: z.string(), title: z.string(), body: z.string() }),
  ),
  /** Null where the person has chosen none. */
  personLanguage: z.string().nullable(),
  sent: z.array(z.object({ id: idField, template: z.string(), operator: z.string(), at: timeField })),
});
export type PersonAnswersView = z.infer<typeof personAnswersView>;

/** The tabs of a person's page. */
export const consolePersonTabRoutes = {
  money: oc
    .route({ method: 'GET', path: '/people/{id}/money', summary: 'What is held of a person', tags: ['people'] })
    .input(byPerson)
    .output(z.object({ held: z.array(heldMoneyView), further: z.number().int() }))
    .errors(declareProblems('ROLE_MISSING')),

  security: oc
    .route({ method: 'GET', path: '/people/{id}/security', summary: 'Factors, locks, resets', tags: ['people'] })
    .input(byPerson)
    .output(personSecurityView)
    .errors(declareProblems('ROLE_MISSING')),

  devices: oc
    .route({ method: 'GET', path: '/people/{id}/devices', summary: 'Sessions and passkeys', tags: ['people'] })
    .input(byPerson)
    .output(personDevicesView)
    .errors(declareProblems('ROLE_MISSING')),

  entries: oc
    .route({ method: 'GET', path: '/people/{id}/entries', summary: 'Entries of activities', tags: ['people'] })
    .input(byPerson)
    .output(personEntriesView)
    .errors(declareProblems('ROLE_MISSING')),

  holds: oc
    .route({ method: 'GET', path: '/people/{id}/holds', summary: 'Holds, past ones too', tags: ['people'] })
    .input(byPerson)
    .output(z.object({ holds: z.array(personHoldView) }))
    .errors(declareProblems('ROLE_MISSING')),

  notes: oc
    .route({ method: 'GET', path: '/people/{id}/notes', summary: 'Notes of operators, newest first', tags: ['people'] })
    .input(z.object({ id: personIdField, before: z.coerce.number().int().positive().optional() }))
    .output(personNotesView)
    .errors(declareProblems('ROLE_MISSING')),

  answers: oc
    .route({ method: 'GET', path: '/people/{id}/answers', summary: 'Answers of support', tags: ['people'] })
    .input(byPerson)
    .output(personAnswersView)
    .errors(declareProblems('ROLE_MISSING')),

  sendAnswer: oc
    .route({ method: 'POST', path: '/people/answer', summary: 'Send an answer of the list', tags: ['people'] })
    .input(z.strictObject({ id: personIdField, template: supportTemplate }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),
};
