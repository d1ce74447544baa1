import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { breakGlassIdField, idField, operatorChangeIdField, operatorKeyIdField, timeField } from '../fields.ts';
import { madePasskeyField, newKeyQuestionView, operatorRole, proofField, questionView } from './console-access.ts';

const note = z.string().trim().min(3).max(400);
/** Lower-case letters, digits, dot, underscore, hyphen; a letter first. */
const nameField = z.string().regex(/^[a-z][a-z0-9._-]{1,31}$/);

/** A change about an operator as one administrator proposes it. */
const operatorChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invite'), name: nameField, role: operatorRole, note }),
  z.strictObject({ kind: z.literal('role'), name: nameField, role: operatorRole, note }),
  z.strictObject({ kind: z.literal('disable'), name: nameField, note }),
  z.strictObject({ kind: z.literal('enable'), name: nameField, note }),
  z.strictObject({ kind: z.literal('disable-key'), name: nameField, key: operatorKeyIdField, note }),
]);
export type OperatorChangeInput = z.infer<typeof operatorChange>;

const decision = z.strictObject({ id: operatorChangeIdField, decision: z.enum(['carry-out', 'withdraw']) });
export type OperatorChangeDecision = z.infer<typeof decision>;

const cancel = z.strictObject({ id: breakGlassIdField, note });
export type BreakGlassCancel = z.infer<typeof cancel>;

/** A further key that an operator's browser has made, for the question of the ceremony. */
const newKey = z.strictObject({
  /** As its operator calls it; no two keys of theirs have the same name. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^\P{Cc}+$/u),
  ceremonyId: idField,
  passkey: madePasskeyField,
});
export type NewKeyInput = z.infer<typeof newKey>;

const keyRemoval = z.strictObject({ id: operatorKeyIdField });
export type KeyRemoval = z.infer<typeof keyRemoval>;

export const operatorChangeView = z.object({
  id: idField,
  kind: z.enum(['invite', 'role', 'disable', 'enable', 'disable-key']),
  name: z.string(),
  role: operatorRole.nullable(),
  /** Which key is to be disabled; only for `disable-key`. */
  key: z.object({ id: idField, name: z.string().nullable() }).nullable(),
  note: z.string(),
  state: z.enum(['proposed', 'done', 'withdrawn']),
  proposedBy: z.string(),
  proposedAt: timeField,
  decidedBy: z.string().nullable(),
  decidedAt: timeField.nullable(),
  /** After this, nobody can approve the proposal any more. */
  approvableUntil: timeField,
});
export type OperatorChangeView = z.infer<typeof operatorChangeView>;

export const breakGlassView = z.object({
  id: idField,
  /** Whom it lets in. */
  name: z.string(),
  startedAt: timeField,
  /** When its wait is over. */
  opensAt: timeField,
  /** Waiting, or open: the invitation may be used; afterwards how it ended. */
  state: z.enum(['waiting', 'open', 'enrolled', 'cancelled']),
  cancelledBy: z.string().nullable(),
  /** From then on the operator it let in decides about money; null before. */
  moneyFrom: timeField.nullable(),
});
export type BreakGlassView = z.infer<typeof breakGlassView>;

const operatorRow = z.object({
  name: z.string(),
  role: operatorRole,
  since: timeField,
  disabledAt: timeField.nullable(),
  passkeys: z.number().int(),
  lastSeenAt: timeField.nullable(),
  /** An invitation that may still be used, until then. */
  invitedUntil: timeField.nullable(),
  /** They came in by break-glass and decide about no money before this; null for everybody else. */
  moneyFrom: timeField.nullable(),
});
export type OperatorRowView = z.infer<typeof operatorRow>;

/** What a role may do in an area: nothing, read, or change something as well. */
const right = z.enum(['none', 'reads', 'acts']);

export const operatorsView = z.object({
  operators: z.array(operatorRow),
  /** By the console's matrix of roles and routes, for each area. */
  rights: z.array(z.object({ area: z.string(), of: z.record(operatorRole, right) })),
  changes: z.array(operatorChangeView),
  /** Who keeps one of the two codes for break-glass. */
  custodians: z.array(z.object({ name: z.string(), since: timeField })),
  breakGlass: z.array(breakGlassView),
});
export type OperatorsView = z.infer<typeof operatorsView>;

/** One operator: how they sign in, whether they are signed in now, and what is proposed about them. */
export const operatorDetailView = z.object({
  ...operatorRow.shape,
  /** What they sign with: the oldest first. */
  keys: z.array(
    z.object({
      id: idField,
      /** As its operator calls it; null for their first. */
      name: z.string().nullable(),
      /** The beginning of the hash of its public key, as the statement says it that added the key. */
      print: z.string(),
      /** Whether it can be copied to other devices; null until it says so. */
      isSyncable: z.boolean().nullable(),
      /** Until then it decides about no money; null for keys that do. */
      moneyFrom: timeField.nullable(),
      /** It signs nothing any more: its operator removed it, or two administrators disabled it. */
      ended: z.object({ at: timeField, reason: z.enum(['removed', 'disabled']) }).nullable(),
      /** How the key reaches the browser, as it says itself: `usb`, `nfc`, `ble`, `internal`, `hybrid`, or a newer word. */
      transports: z.array(z.string()),
      addedAt: timeField,
      usedAt: timeField.nullable(),
    }),
  ),
  /** The session that is open now. */
  session: z.object({ since: timeField, seenAt: timeField }).nullable(),
  /** Waits for a second administrator. */
  proposal: operatorChangeView.nullable(),
  breakGlass: breakGlassView.nullable(),
});
export type OperatorDetailView = z.infer<typeof operatorDetailView>;

/** A row of the log that an operator wrote or that is about them. */
export const operatorHistoryRow = z.object({
  seq: z.number().int(),
  at: timeField,
  kind: z.string(),
  /** Whose action it was; null for a command of the console's machine. */
  operator: z.string().nullable(),
  subject: z.string(),
  /** The other operator's name, where a row about an operator has it. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  /** The role before. */
  from: z.string().nullable(),
  /** What the key is called that was added, removed or disabled. */
  key: z.string().nullable(),
  note: z.string().nullable(),
});
export type OperatorHistoryRow = z.infer<typeof operatorHistoryRow>;

export const consoleOperatorRoutes = {
  showOperators: oc
    .route({ method: 'GET', path: '/operators', summary: 'Operators, and what is proposed', tags: ['operators'] })
    .output(operatorsView)
    .errors(declareProblems('ROLE_MISSING')),

  operator: oc
    .route({ method: 'GET', path: '/operators/by-name/{name}', summary: 'One operator', tags: ['operators'] })
    .input(z.object({ name: nameField }))
    .output(operatorDetailView)
    .errors(declareProblems('ROLE_MISSING')),

  listHistory: oc
    .route({
      method: 'GET',
      path: '/operators/by-name/{name}/history',
      summary: 'What an operator did and what was done about them, newest first',
      tags: ['operators'],
    })
    .input(z.object({ name: nameField, before: z.coerce.number().int().positive().optional() }))
    .output(z.object({ actions: z.array(operatorHistoryRow), next: z.number().int().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  askProposal: oc
    .route({ method: 'POST', path: '/operators/question', summary: 'The words to be signed', tags: ['operators'] })
    .input(operatorChange)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  propose: oc
    .route({ method: 'POST', path: '/operators', summary: 'Propose a change, signed', tags: ['operators'] })
    .input(z.strictObject({ said: operatorChange, proof: proofField }))
    // The code of an invitation: shown once, for the proposer to pass on.
    .output(z.object({ id: idField, code: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  askChange: oc
    .route({
      method: 'POST',
      path: '/operators/decision/question',
      summary: 'The words to be signed',
      tags: ['operators'],
    })
    .input(decision)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideChange: oc
    .route({
      method: 'POST',
      path: '/operators/decision',
      summary: 'Carry out or withdraw, signed',
      tags: ['operators'],
    })
    .input(z.strictObject({ said: decision, proof: proofField }))
    // The link of an invitation: shown once, for whoever approved to pass on.
    .output(z.object({ link: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  beginKey: oc
    .route({
      method: 'POST',
      path: '/operators/keys/begin',
      summary: 'Start making a further key',
      tags: ['operators'],
    })
    .input(z.strictObject({}))
    .output(newKeyQuestionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  askKey: oc
    .route({ method: 'POST', path: '/operators/keys/question', summary: 'The words to be signed', tags: ['operators'] })
    .input(newKey)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'PASSKEY_REFUSED')),

  addKey: oc
    .route({
      method: 'POST',
      path: '/operators/keys',
      summary: 'Add a further key of one’s own, signed',
      tags: ['operators'],
    })
    .input(z.strictObject({ said: newKey, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  askRemoval: oc
    .route({
      method: 'POST',
      path: '/operators/keys/removal/question',
      summary: 'The words to be signed',
      tags: ['operators'],
    })
    .input(keyRemoval)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  removeKey: oc
    .route({
      method: 'POST',
      path: '/operators/keys/removal',
      summary: 'Remove a key of one’s own, signed by another',
      tags: ['operators'],
    })
    .input(z.strictObject({ said: keyRemoval, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  showBreakGlass: oc
    .route({
      method: 'GET',
      path: '/operators/break-glass',
      summary: 'Break-glass that every operator has to know of',
      tags: ['operators'],
    })
    .output(z.object({ requests: z.array(breakGlassView) }))
    .errors(declareProblems('ROLE_MISSING')),

  askCancel: oc
    .route({
      method: 'POST',
      path: '/operators/break-glass/question',
      summary: 'The words to be signed',
      tags: ['operators'],
    })
    .input(cancel)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  cancelBreakGlass: oc
    .route({
      method: 'POST',
      path: '/operators/break-glass/cancel',
      summary: 'Cancel break-glass, signed',
      tags: ['operators'],
    })
    .input(z.strictObject({ said: cancel, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
