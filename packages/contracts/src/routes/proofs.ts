import { z } from 'zod';
import { codeInput, idField, loginPasswordInput, tradePasswordInput } from '../fields.ts';

/** What a signed-in person proves again for. */
export const factorPurpose = z.enum([
  'set-trade-password',
  'bind-authenticator',
  'change-login-password',
  'change-trade-password',
  'unbind-authenticator',
  'renew-recovery-codes',
  'add-passkey',
  'remove-passkey',
  'set-word',
  'close-account',
  'export-data',
]);
export type FactorPurpose = z.infer<typeof factorPurpose>;

/** The factor a person has, given before one is changed. */
export const presentFactor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('trade-password'), tradePassword: tradePasswordInput }),
  z.strictObject({ kind: z.literal('authenticator'), code: codeInput }),
  z.strictObject({ kind: z.literal('recovery-code'), code: z.string().max(40) }),
]);
export type PresentFactor = z.infer<typeof presentFactor>;

/** The login password again and a fresh code. */
export const again = { loginPassword: loginPasswordInput, challengeId: idField, code: codeInput };
export const againProblems = [
  'LOGIN_PASSWORD_WRONG',
  'LOGIN_PAUSED',
  'CODE_WRONG',
  'CODE_EXHAUSTED',
  'CODES_LOCKED',
] as const;
export const presentFactorProblems = [
  'PRESENT_FACTOR_REQUIRED',
  'FACTORS_LOCKED',
  'AUTHENTICATOR_NOT_BOUND',
  'AUTHENTICATOR_CODE_WRONG',
  'AUTHENTICATOR_CODE_USED',
  'RECOVERY_CODE_WRONG',
] as const;
