import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  codeInput,
  idField,
  languageInput,
  loginPasswordInput,
  sessionIdField,
  targetInput,
  timeField,
  tradePasswordInput,
} from '../fields.ts';
import { holdReason } from '../problems/transfers.ts';
import { securityEventKind } from '../security-event.ts';
import { acceptedVersions, agreementVersionView } from './agreements.ts';
import { again, againProblems, factorPurpose, presentFactor, presentFactorProblems } from './proofs.ts';

export const accountView = z.object({
  personId: idField,
  /** Short number a person can read out, for example `20483317`. */
  publicId: z.string(),
  account: z.object({ kind: z.enum(['phone', 'email']), masked: z.string() }),
  /** All proven contacts, the main one first. */
  contacts: z.array(z.object({ kind: z.enum(['phone', 'email']), masked: z.string() })),
  activated: z.boolean(),
  inviteCode: z.string(),
  factors: z.object({
    tradePassword: z.boolean(),
    authenticator: z.boolean(),
    recoveryCodesLeft: z.number().int(),
    passkeys: z.number().int(),
  }),
  /** The word every message to this person begins with; null when none was chosen. */
  word: z.string().nullable(),
  /** The authenticator is about to be taken off, by whoever said that every factor is lost. */
  factorReset: z.object({ startedAt: timeField, readyAt: timeField, approvals: z.number().int() }).nullable(),
  /** Outgoing transfers are locked until then after too many wrong factors. */
  factorsLockedUntil: timeField.nullable(),
  /** Hold on transfers to addresses never used before. */
  hold: z.object({ until: timeField, reason: holdReason }).nullable(),
  /** Operators hold all outgoing payments until then. Why is not told here: it could warn whoever is looked into. */
  freeze: z.object({ until: timeField }).nullable(),
  defaultWalletId: idField,
  /** Versions of user agreement and privacy policy in force that were not accepted yet. */
  agreementsDue: z.array(agreementVersionView),
  language: z.string().nullable(),
});
export type AccountView = z.infer<typeof accountView>;

export type { FactorPurpose, PresentFactor } from './proofs.ts';

const passwordProblems = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_COMMON'] as const;

export const challenge = z.object({
  challengeId: idField,
  expiresAt: timeField,
  resendAfterSeconds: z.number().int(),
  sentTo: z.string(),
  /** Messages of this kind leave late at the moment: the code may take long. */
  delayed: z.boolean(),
});

const loginResult = z.discriminatedUnion('step', [
  z.object({ step: z.literal('done'), account: accountView }),
  z.object({
    step: z.literal('second-factor'),
    loginId: idField,
    method: z.enum(['authenticator', 'code']),
    sentTo: z.string().nullable(),
    resendAfterSeconds: z.number().int(),
  }),
]);

export const identityRoutes = {
  /** Sends a code to a phone or e-mail that has no session yet. Same answer whether the target is known or not. */
  sendRegisterCode: oc
    .route({ method: 'POST', path: '/identity/register/code', summary: 'Send a registration code', tags: ['identity'] })
    .input(z.strictObject({ target: targetInput, language: languageInput.optional() }))
    .output(challenge)
    .errors(
      declareProblems(
        'PHONE_INVALID',
        'AREA_CODE_REQUIRED',
        'EMAIL_INVALID',
        'CODE_RESEND_TOO_SOON',
        'SMS_LIMIT_REACHED',
      ),
    ),

  register: oc
    .route({ method: 'POST', path: '/identity/register', summary: 'Open an account and log in', tags: ['identity'] })
    .input(
      z.strictObject({
        target: targetInput,
        challengeId: idField,
        code: codeInput,
        password: loginPasswordInput,
        inviteCode: z.string().max(40).optional(),
        /** User agreement and privacy policy as the page showed them; absent where they were not ticked. */
        accepted: acceptedVersions.optional(),
        language: languageInput.optional(),
      }),
    )
    .output(accountView)
    .errors(
      declareProblems(
        'PHONE_INVALID',
        'AREA_CODE_REQUIRED',
        'EMAIL_INVALID',
        'TERMS_NOT_ACCEPTED',
        'INVITE_CODE_UNKNOWN',
        ...passwordProblems,
        'CODE_WRONG',
        'CODE_EXHAUSTED',
        'CODES_LOCKED',
        'ACCOUNT_TAKEN',
      ),
    ),

  login: oc
    .route({ method: 'POST', path: '/identity/login', summary: 'First step of logging in', tags: ['identity'] })
    .input(z.strictObject({ target: targetInput, password: loginPasswordInput, language: languageInput.optional() }))
    .output(loginResult)
    .errors(
      declareProblems(
        'PHONE_INVALID',
        'AREA_CODE_REQUIRED',
        'EMAIL_INVALID',
        'CREDENTIALS_WRONG',
        'LOGIN_PAUSED',
        'SMS_LIMIT_REACHED',
      ),
    ),

  resendLoginCode: oc
    .route({ method: 'POST', path: '/identity/login/code', summary: 'Send the login code again', tags: ['identity'] })
    .input(z.strictObject({ loginId: idField }))
    .output(z.object({ resendAfterSeconds: z.number().int() }))
    .errors(declareProblems('LOGIN_STEP_EXPIRED', 'CODE_RESEND_TOO_SOON', 'SMS_LIMIT_REACHED')),

  finishLogin: oc
    .route({ method: 'POST', path: '/identity/login/finish', summary: 'Second step of logging in', tags: ['identity'] })
    .input(
      z.union([
        z.strictObject({ loginId: idField, code: codeInput }),
        /** In place of an authenticator that is lost. */
        z.strictObject({ loginId: idField, recoveryCode: z.string().max(40) }),
      ]),
    )
    .output(accountView)
    .errors(
      declareProblems(
        'CODE_WRONG',
        'CODE_EXHAUSTED',
        'CODES_LOCKED',
        'AUTHENTICATOR_CODE_WRONG',
        'AUTHENTICATOR_CODE_USED',
        'RECOVERY_CODE_WRONG',
        'FACTORS_LOCKED',
        'LOGIN_STEP_EXPIRED',
      ),
    ),

  logout: oc
    .route({ method: 'POST', path: '/identity/logout', summary: 'End this session', tags: ['identity'] })
    .input(z.strictObject({}))
    .output(z.object({}))
    .errors(declareProblems()),

  account: oc
    .route({ method: 'GET', path: '/identity/account', summary: 'Who is logged in', tags: ['identity'] })
    .output(accountView)
    .errors(declareProblems()),

  listSessions: oc
    .route({ method: 'GET', path: '/identity/sessions', summary: 'Open sessions of this account', tags: ['identity'] })
    .output(
      z.object({
        sessions: z.array(
          z.object({ id: idField, current: z.boolean(), device: z.string(), createdAt: timeField, seenAt: timeField }),
        ),
      }),
    )
    .errors(declareProblems()),

  endOtherSessions: oc
    .route({
      method: 'POST',
      path: '/identity/sessions/end-others',
      summary: 'Sign out everywhere else',
      tags: ['identity'],
    })
    .input(z.strictObject({}))
    .output(z.object({ ended: z.number().int() }))
    .errors(declareProblems()),

  /** Sends a code to the account's own phone or e-mail, for setting up or changing a factor. */
  sendFactorCode: oc
    .route({
      method: 'POST',
      path: '/identity/factors/code',
      summary: 'Send a code for setting up or changing a factor',
      tags: ['identity'],
    })
    .input(z.strictObject({ purpose: factorPurpose }))
    .output(challenge)
    .errors(declareProblems('CODE_RESEND_TOO_SOON', 'SMS_LIMIT_REACHED')),

  setTradePassword: oc
    .route({
      method: 'POST',
      path: '/identity/factors/trade-password',
      summary: 'Set the trade password for the first time',
      tags: ['identity'],
    })
    .input(
      z.strictObject({
        ...again,
        tradePassword: tradePasswordInput,
      }),
    )
    .output(accountView)
    .errors(declareProblems(...againProblems, 'TRADE_PASSWORD_ALREADY_SET', 'TRADE_PASSWORD_WEAK')),

  /** Ends all other sessions and holds transfers to new addresses for a day, as every change below. */
  changeTradePassword: oc
    .route({
      method: 'POST',
      path: '/identity/factors/trade-password/change',
      summary: 'Change the trade password, known or forgotten',
      tags: ['identity'],
    })
    .input(z.strictObject({ ...again, tradePassword: tradePasswordInput, factor: presentFactor.optional() }))
    .output(accountView)
    .errors(
      declareProblems(
        ...againProblems,
        ...presentFactorProblems,
        'TRADE_PASSWORD_NOT_SET',
        'TRADE_PASSWORD_WRONG',
        'TRADE_PASSWORD_WEAK',
      ),
    ),

  changeLoginPassword: oc
    .route({
      method: 'POST',
      path: '/identity/login-password',
      summary: 'Change the login password',
      tags: ['identity'],
    })
    .input(z.strictObject({ ...again, password: loginPasswordInput, factor: presentFactor.optional() }))
    .output(accountView)
    .errors(declareProblems(...againProblems, ...passwordProblems, ...presentFactorProblems, 'PASSWORD_UNCHANGED')),

  beginAuthenticator: oc
    .route({
      method: 'POST',
      path: '/identity/factors/authenticator/begin',
      summary: 'Start binding an authenticator, the first or another one; the key is shown once',
      tags: ['identity'],
    })
    .input(z.strictObject({ ...again, factor: presentFactor.optional() }))
    .output(z.object({ bindingId: idField, secret: z.string(), uri: z.string(), expiresAt: timeField }))
    .errors(declareProblems(...againProblems, ...presentFactorProblems, 'AUTHENTICATOR_ALREADY_BOUND')),

  confirmAuthenticator: oc
    .route({
      method: 'POST',
      path: '/identity/factors/authenticator/confirm',
      summary: 'Finish binding with a right code',
      tags: ['identity'],
    })
    .input(z.strictObject({ bindingId: idField, code: codeInput }))
    .output(z.object({ account: accountView, recoveryCodes: z.array(z.string()) }))
    .errors(declareProblems('AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_ALREADY_BOUND', 'BINDING_EXPIRED')),

  unbindAuthenticator: oc
    .route({
      method: 'POST',
      path: '/identity/factors/authenticator/unbind',
      summary: 'Take off the authenticator; sending is closed until another one is bound',
      tags: ['identity'],
    })
    .input(z.strictObject({ ...again, factor: presentFactor.optional() }))
    .output(accountView)
    .errors(declareProblems(...againProblems, ...presentFactorProblems)),

  renewRecoveryCodes: oc
    .route({
      method: 'POST',
      path: '/identity/factors/recovery-codes',
      summary: 'Ten new recovery codes in place of the former ones; shown once',
      tags: ['identity'],
    })
    .input(z.strictObject({ ...again, factor: presentFactor.optional() }))
    .output(z.object({ recoveryCodes: z.array(z.string()) }))
    .errors(declareProblems(...againProblems, ...presentFactorProblems)),

  /** Sends a code for a new login password. Same answer whether anybody has the target or not. */
  sendRecoveryCode: oc
    .route({ method: 'POST', path: '/identity/recovery/code', summary: 'Send a recovery code', tags: ['identity'] })
    .input(z.strictObject({ target: targetInput, language: languageInput.optional() }))
    .output(challenge)
    .errors(
      declareProblems(
        'PHONE_INVALID',
        'AREA_CODE_REQUIRED',
        'EMAIL_INVALID',
        'CODE_RESEND_TOO_SOON',
        'SMS_LIMIT_REACHED',
      ),
    ),

  /** Opens no session, takes off no factor, ends all sessions. */
  recover: oc
    .route({ method: 'POST', path: '/identity/recovery', summary: 'Set a new login password', tags: ['identity'] })
    .input(
      z.strictObject({
        target: targetInput,
        challengeId: idField,
        code: codeInput,
        password: loginPasswordInput,
        factor: presentFactor.optional(),
      }),
    )
    .output(z.object({}))
    .errors(
      declareProblems(
        'PHONE_INVALID',
        'AREA_CODE_REQUIRED',
        'EMAIL_INVALID',
        ...passwordProblems,
        'CODE_WRONG',
        'CODE_EXHAUSTED',
        'CODES_LOCKED',
        ...presentFactorProblems,
      ),
    ),

  /** By the link of a notice: ends all sessions and holds transfers to new addresses for a week. */
  stopChange: oc
    .route({ method: 'POST', path: '/identity/stop', summary: 'Stop a change that was not yours', tags: ['identity'] })
    .input(z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }))
    .output(z.object({}))
    .errors(declareProblems('STOP_LINK_OVER')),

  endSession: oc
    .route({
      method: 'POST',
      path: '/identity/sessions/{sessionId}/end',
      summary: 'Sign out one other session',
      tags: ['identity'],
    })
    .input(z.strictObject({ sessionId: sessionIdField }))
    .output(z.object({}))
    .errors(declareProblems()),

  securityEvents: oc
    .route({
      method: 'GET',
      path: '/identity/security-events',
      summary: "History of the account's security, the newest first",
      tags: ['identity'],
    })
    .input(z.strictObject({ cursor: idField.optional() }))
    .output(
      z.object({
        events: z.array(
          z.object({
            id: idField,
            kind: securityEventKind,
            at: timeField,
            device: z.string().nullable(),
            ip: z.string().nullable(),
          }),
        ),
        nextCursor: idField.nullable(),
      }),
    )
    .errors(declareProblems()),
};
