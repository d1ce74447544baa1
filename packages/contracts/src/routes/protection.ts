import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  codeInput,
  idField,
  languageInput,
  loginPasswordInput,
  passkeyIdField,
  targetInput,
  timeField,
} from '../fields.ts';
import { accountView, challenge } from './identity.ts';
import { again, againProblems, presentFactor, presentFactorProblems } from './proofs.ts';

/** Bytes as the browser's passkey interface names them; none of its members is longer. */
const bytesField = z
  .string()
  .max(8192)
  .regex(/^[A-Za-z0-9_-]+$/);

/** What a browser answers when a passkey was made. */
export const newPasskeyInput = z.strictObject({
  credentialId: bytesField,
  clientDataJson: bytesField,
  attestationObject: bytesField,
  transports: z.array(z.string().max(20)).max(8),
});

/** What a browser answers when a passkey was used. */
export const passkeyAnswerInput = z.strictObject({
  credentialId: bytesField,
  clientDataJson: bytesField,
  authenticatorData: bytesField,
  signature: bytesField,
});

const passkeyNameInput = z.string().max(200);

export const passkeyView = z.object({
  id: idField,
  name: z.string(),
  /** Kept in an account of its maker, and so on several devices. */
  synced: z.boolean(),
  createdAt: timeField,
  usedAt: timeField.nullable(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

const passkeyList = z.object({ passkeys: z.array(passkeyView) });
const withFactor = { ...again, factor: presentFactor.optional() };
const targetProblems = ['PHONE_INVALID', 'AREA_CODE_REQUIRED', 'EMAIL_INVALID'] as const;
const codeProblems = ['CODE_WRONG', 'CODE_EXHAUSTED', 'CODES_LOCKED'] as const;
const tags = ['protection'];

export const protectionRoutes = {
  listPasskeys: oc
    .route({ method: 'GET', path: '/protection/passkeys', summary: 'Passkeys of this account', tags })
    .output(passkeyList)
    .errors(declareProblems()),

  beginPasskey: oc
    .route({ method: 'POST', path: '/protection/passkeys/begin', summary: 'Start adding a passkey', tags })
    .input(z.strictObject(withFactor))
    .output(
      z.object({
        ceremonyId: idField,
        challenge: z.string(),
        relyingParty: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ id: z.string(), name: z.string() }),
        algorithms: z.array(z.number().int()),
        /** Passkeys the account has: a device that holds one of them makes no second. */
        known: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
        timeoutMs: z.number().int(),
      }),
    )
    .errors(declareProblems(...againProblems, ...presentFactorProblems, 'PASSKEYS_FULL')),

  addPasskey: oc
    .route({ method: 'POST', path: '/protection/passkeys', summary: 'Add the passkey the browser made', tags })
    .input(z.strictObject({ ceremonyId: idField, name: passkeyNameInput, passkey: newPasskeyInput }))
    .output(passkeyList)
    .errors(declareProblems('PASSKEY_REFUSED', 'PASSKEY_KNOWN', 'PASSKEYS_FULL')),

  renamePasskey: oc
    .route({ method: 'POST', path: '/protection/passkeys/{passkeyId}/name', summary: 'Rename a passkey', tags })
    .input(z.strictObject({ passkeyId: passkeyIdField, name: passkeyNameInput }))
    .output(passkeyList)
    .errors(declareProblems()),

  removePasskey: oc
    .route({ method: 'POST', path: '/protection/passkeys/{passkeyId}/remove', summary: 'Remove a passkey', tags })
    .input(z.strictObject({ passkeyId: passkeyIdField, ...withFactor }))
    .output(passkeyList)
    .errors(declareProblems(...againProblems, ...presentFactorProblems)),

  beginPasskeyLogin: oc
    .route({ method: 'POST', path: '/protection/login/begin', summary: 'Start logging in with a passkey', tags })
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

  passkeyLogin: oc
    .route({ method: 'POST', path: '/protection/login', summary: 'Log in with a passkey', tags })
    .input(z.strictObject({ ceremonyId: idField, passkey: passkeyAnswerInput }))
    .output(accountView)
    .errors(declareProblems('PASSKEY_REFUSED')),

  /** Null takes the word away. */
  setWord: oc
    .route({ method: 'POST', path: '/protection/word', summary: 'Choose the word our messages begin with', tags })
    .input(z.strictObject({ ...withFactor, word: z.string().max(200).nullable() }))
    .output(accountView)
    .errors(declareProblems(...againProblems, ...presentFactorProblems, 'WORD_UNFIT')),

  /** Sends one code to the phone or e-mail the account has, and one to the new one. */
  sendContactCodes: oc
    .route({ method: 'POST', path: '/protection/contact/codes', summary: 'Send codes to old and new contact', tags })
    .input(z.strictObject({ target: targetInput }))
    .output(z.object({ present: challenge, fresh: challenge }))
    .errors(declareProblems(...targetProblems, 'CONTACT_UNCHANGED', 'CODE_RESEND_TOO_SOON', 'SMS_LIMIT_REACHED')),

  changeContact: oc
    .route({ method: 'POST', path: '/protection/contact', summary: 'Change or add a phone or e-mail', tags })
    .input(z.strictObject({ ...withFactor, target: targetInput, newChallengeId: idField, newCode: codeInput }))
    .output(accountView)
    .errors(
      declareProblems(
        ...targetProblems,
        ...againProblems,
        ...presentFactorProblems,
        'CONTACT_UNCHANGED',
        'ACCOUNT_TAKEN',
      ),
    ),

  /** Same answer whether anybody has the target or not. */
  sendFactorResetCode: oc
    .route({ method: 'POST', path: '/protection/factor-reset/code', summary: 'Send a code for a reset', tags })
    .input(z.strictObject({ target: targetInput, language: languageInput.optional() }))
    .output(challenge)
    .errors(declareProblems(...targetProblems, 'CODE_RESEND_TOO_SOON', 'SMS_LIMIT_REACHED')),

  startFactorReset: oc
    .route({ method: 'POST', path: '/protection/factor-reset', summary: 'Every factor is lost: ask for a reset', tags })
    .input(
      z.strictObject({ target: targetInput, loginPassword: loginPasswordInput, challengeId: idField, code: codeInput }),
    )
    .output(z.object({ readyAt: timeField }))
    .errors(
      declareProblems(
        ...targetProblems,
        ...codeProblems,
        'LOGIN_PASSWORD_WRONG',
        'LOGIN_PAUSED',
        'AUTHENTICATOR_NOT_BOUND',
        'FACTOR_RESET_OPEN',
      ),
    ),

  /** By any factor the account had: whoever has one has not lost all. */
  cancelFactorReset: oc
    .route({ method: 'POST', path: '/protection/factor-reset/cancel', summary: 'Stop the reset of factors', tags })
    .input(z.strictObject({ factor: presentFactor }))
    .output(accountView)
    .errors(
      declareProblems(...presentFactorProblems, 'TRADE_PASSWORD_NOT_SET', 'TRADE_PASSWORD_WRONG', 'FACTOR_RESET_OVER'),
    ),
};
