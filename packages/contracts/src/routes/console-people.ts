import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, personIdField, timeField, unitsField } from '../fields.ts';
import { freezeReason } from '../problems/transfers.ts';
import { proofField, questionView } from './console-access.ts';
import { consolePersonTabRoutes } from './console-person-tabs.ts';
import { sendStopView } from './console-reviews.ts';
import { recordStatus, recordType } from './records.ts';

const note = z.string().trim().min(3).max(400);

/** Why somebody's phone and e-mail are looked at in full. */
export const revealReason = z.enum(['support-request', 'review', 'legal-order']);
export type RevealReason = z.infer<typeof revealReason>;

const personRow = z.object({
  id: idField,
  publicId: z.string(),
  state: z.string(),
  /** Whether a hold by operators is on. */
  onHold: z.boolean(),
  since: timeField,
  /** Masked: enough to recognise, too little to write to. */
  contacts: z.array(z.string()),
});
export type PersonRowView = z.infer<typeof personRow>;

const messageProvider = z.enum(['mail', 'sms', 'sms-fallback']);

export const personView = z.object({
  ...personRow.shape,
  /** The username that the person has now, with its `@`, and those that they had before. */
  username: z.string().nullable(),
  formerUsernames: z.array(z.string()),
  activatedAt: timeField.nullable(),
  wallets: z.array(
    z.object({
      address: z.string(),
      /** The signer says that the address is not its own: nobody may be told to send there. */
      disowned: z.boolean(),
      balances: z.array(z.object({ assetId: assetField, available: unitsField, held: unitsField })),
    }),
  ),
  events: z.array(z.object({ kind: z.string(), at: timeField })),
  /** What operators did about this person, newest first. */
  actions: z.array(
    z.object({ seq: z.number().int(), operator: z.string(), kind: z.string(), text: z.string(), at: timeField }),
  ),
  /** What became of the newest codes and notices to their phone and e-mail, without what they said. */
  sentMessages: z.array(
    z.object({
      id: idField,
      at: timeField,
      /** Masked. */
      to: z.string(),
      isCode: z.boolean(),
      state: z.enum(['waiting', 'handed', 'sent', 'dropped']),
      tries: z.array(
        z.object({
          provider: messageProvider,
          state: z.enum(['accepted', 'unclear', 'not-accepted', 'refused', 'delivered', 'undelivered', 'bounced']),
          code: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** What holds up their money now, from the one list of holds; the worst first. */
  stops: z.array(sendStopView),
  /** Whether the asking operator has declared it as their own or of somebody close to them. */
  own: z.boolean(),
  /** How many the asking operator may still look at in full today. */
  revealsLeft: z.number().int(),
});
export type PersonView = z.infer<typeof personView>;

/** What became of the messages that reached nobody's account, without any address: wrong numbers and mistyped mail addresses. */
const undeliveredView = z.object({
  /** How far back, in days. */
  days: z.number().int(),
  rows: z.array(
    z.object({
      provider: messageProvider,
      /** `kept-away`: no provider was asked, because one had said lately that nothing arrives there. */
      state: z.enum(['unclear', 'not-accepted', 'refused', 'undelivered', 'bounced', 'kept-away']),
      code: z.string().nullable(),
      messages: z.number().int(),
      recipients: z.number().int(),
      lastAt: timeField,
    }),
  ),
});
export type UndeliveredView = z.infer<typeof undeliveredView>;

const signOutInput = z.strictObject({ id: personIdField, note });
export type SignOutInput = z.infer<typeof signOutInput>;

export const freezeDaysMax = 30;

/** Putting an account on hold for a reason of the list, with an end; or taking it off. */
const holdInput = z.discriminatedUnion('to', [
  z.strictObject({
    to: z.literal('frozen'),
    id: personIdField,
    reason: freezeReason,
    days: z.number().int().min(1).max(freezeDaysMax),
    note,
  }),
  z.strictObject({ to: z.literal('free'), id: personIdField, note }),
]);
export type HoldInput = z.infer<typeof holdInput>;

/** What a person sees themselves, without anything to act with. */
const seenByPerson = z.object({
  records: z.array(
    z.object({
      id: idField,
      type: recordType,
      status: recordStatus,
      direction: z.enum(['in', 'out']),
      assetId: assetField,
      amount: z.string(),
      /** What the person reads on the other side: an address, or the contact that they typed. */
      counterparty: z.string().nullable(),
      txId: z.string().nullable(),
      at: timeField,
      /** When it reached the balance, or left it for good; null while it is under way, and where it never did. */
      creditedAt: timeField.nullable(),
    }),
  ),
  messages: z.array(z.object({ id: idField, event: z.string(), at: timeField, read: z.boolean() })),
  /** Whether there are older ones: only the newest are shown. */
  more: z.object({ records: z.boolean(), messages: z.boolean() }),
});
export type SeenByPersonView = z.infer<typeof seenByPerson>;

export const consolePeopleRoutes = {
  ...consolePersonTabRoutes,

  listPeople: oc
    .route({ method: 'GET', path: '/people', summary: 'People, newest first, or those found', tags: ['people'] })
    .input(z.object({ search: z.string().trim().max(100).optional(), before: personIdField.optional() }))
    .output(z.object({ people: z.array(personRow), next: idField.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  person: oc
    .route({ method: 'GET', path: '/people/{id}', summary: 'One person, masked', tags: ['people'] })
    .input(z.object({ id: personIdField }))
    .output(personView)
    .errors(declareProblems('ROLE_MISSING')),

  showUndelivered: oc
    .route({
      method: 'GET',
      path: '/undelivered-messages',
      summary: 'Messages that did not arrive, to addresses without an account',
      tags: ['people'],
    })
    .output(undeliveredView)
    .errors(declareProblems('ROLE_MISSING')),

  reveal: oc
    .route({ method: 'POST', path: '/people/reveal', summary: 'Phone and e-mail in full', tags: ['people'] })
    .input(z.strictObject({ id: personIdField, reason: revealReason, note }))
    .output(z.object({ contacts: z.array(z.string()) }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  addNote: oc
    .route({ method: 'POST', path: '/people/note', summary: 'Write a note for other operators', tags: ['people'] })
    .input(z.strictObject({ id: personIdField, note }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING')),

  askHold: oc
    .route({ method: 'POST', path: '/people/hold/question', summary: 'The words to be signed', tags: ['people'] })
    .input(holdInput)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  hold: oc
    .route({ method: 'POST', path: '/people/hold', summary: 'Put an account on hold or take it off', tags: ['people'] })
    .input(z.strictObject({ said: holdInput, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  viewAs: oc
    .route({ method: 'POST', path: '/people/view', summary: 'What the person sees, read only', tags: ['people'] })
    .input(z.strictObject({ id: personIdField, note }))
    .output(seenByPerson)
    .errors(declareProblems('ROLE_MISSING')),

  declareOwn: oc
    .route({ method: 'POST', path: '/people/own', summary: 'Declare an account as close to oneself', tags: ['people'] })
    .input(z.strictObject({ id: personIdField, note }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  askSignOut: oc
    .route({ method: 'POST', path: '/people/sign-out/question', summary: 'The words to be signed', tags: ['people'] })
    .input(signOutInput)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  signOutPerson: oc
    .route({
      method: 'POST',
      path: '/people/sign-out',
      summary: 'End all sessions of a person, signed',
      tags: ['people'],
    })
    .input(z.strictObject({ said: signOutInput, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
