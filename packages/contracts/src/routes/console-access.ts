import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField } from '../fields.ts';

/** Roles of operators, as the database has them. What each may do is the console's matrix; none includes another by itself. */
export const operatorRoles = ['viewer', 'reviewer', 'treasurer', 'administrator'] as const;
export const operatorRole = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRole>;

const bytes = z
  .string()
  .min(1)
  .max(12_000)
  .regex(/^[\w-]+$/);
const token = z.string().regex(/^[\w-]{43}$/);
/** The second half of an invitation by two operators, as typed. */
const invitationCode = z.string().max(60).optional();

export const madePasskeyField = z.strictObject({
  credentialId: bytes,
  clientDataJson: bytes,
  attestationObject: bytes,
  transports: z.array(z.string().max(40)).max(10),
});
const usedPasskey = z.strictObject({
  credentialId: bytes,
  clientDataJson: bytes,
  authenticatorData: bytes,
  signature: bytes,
});

/** A passkey's signature over a decision, as the question before asked for it. */
export const proofField = z.strictObject({ ceremonyId: idField, passkey: usedPasskey });

/** A decision in the words that are signed. */
export const questionView = z.object({
  ceremonyId: idField,
  statement: z.string(),
  challenge: z.string(),
  relyingPartyId: z.string(),
  timeoutMs: z.number().int(),
});
export type QuestionView = z.infer<typeof questionView>;

/** What the browser of a signed-in operator needs to make a further key. Asking for it changes nothing. */
export const newKeyQuestionView = z.object({
  ceremonyId: idField,
  challenge: z.string(),
  relyingParty: z.object({ id: z.string(), name: z.string() }),
  userId: z.string(),
  algorithms: z.array(z.number().int()),
  known: z.array(z.string()),
  timeoutMs: z.number().int(),
});
export type NewKeyQuestionView = z.infer<typeof newKeyQuestionView>;

export const operatorView = z.object({
  name: z.string(),
  role: operatorRole,
  product: z.string(),
  network: z.enum(['local', 'private', 'nile', 'mainnet']),
  explorerUrl: z.string().nullable(),
  assets: z.array(z.object({ id: assetField, symbol: z.string(), decimals: z.number().int() })),
});
export type OperatorView = z.infer<typeof operatorView>;

export const consoleAccessRoutes = {
  beginEnrolment: oc
    .route({ method: 'POST', path: '/enrolment/begin', summary: 'Start enrolling a passkey', tags: ['access'] })
    .input(z.strictObject({ token, code: invitationCode }))
    .output(z.object({ ...newKeyQuestionView.shape, name: z.string(), role: operatorRole }))
    .errors(declareProblems('ENROLMENT_OVER', 'ENROLMENT_CODE_WRONG')),

  finishEnrolment: oc
    .route({ method: 'POST', path: '/enrolment', summary: 'Enrol the passkey that was made', tags: ['access'] })
    .input(z.strictObject({ token, code: invitationCode, ceremonyId: idField, passkey: madePasskeyField }))
    .output(z.object({}))
    .errors(declareProblems('ENROLMENT_OVER', 'PASSKEY_REFUSED')),

  beginSignIn: oc
    .route({ method: 'POST', path: '/session/begin', summary: 'Start signing in', tags: ['access'] })
    .input(z.strictObject({}))
    .output(
      z.object({
        ceremonyId: idField,
        challenge: z.string(),
        relyingPartyId: z.string(),
        timeoutMs: z.number().int(),
      }),
    )
    .errors(declareProblems()),

  signIn: oc
    .route({ method: 'POST', path: '/session', summary: 'Sign in with a passkey', tags: ['access'] })
    .input(z.strictObject({ ceremonyId: idField, passkey: usedPasskey }))
    .output(z.object({}))
    .errors(declareProblems('PASSKEY_REFUSED')),

  me: oc
    .route({ method: 'GET', path: '/session', summary: 'The signed-in operator', tags: ['access'] })
    .output(operatorView)
    .errors(declareProblems()),

  signOut: oc
    .route({ method: 'POST', path: '/session/end', summary: 'Sign out', tags: ['access'] })
    .input(z.strictObject({}))
    .output(z.object({}))
    .errors(declareProblems()),
};
