import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { Problem } from '../../../shared/problem.ts';

export type PresentFactorKind = PresentFactor['kind'];

/** What a person has entered of each factor; only the chosen one is sent. */
export type PresentFactorDraft = {
  kind: PresentFactorKind;
  authenticatorCode: string;
  recoveryCode: string;
  tradePassword: string;
};

export function emptyPresentFactor(kind: PresentFactorKind): PresentFactorDraft {
  return { kind, authenticatorCode: '', recoveryCode: '', tradePassword: '' };
}

export function findPresentFactorFault(draft: PresentFactorDraft): MessageDescriptor | undefined {
  if (draft.kind === 'authenticator' && draft.authenticatorCode.length < 6)
    return msg`Enter the six digits of the code`;
  if (draft.kind === 'recovery-code' && draft.recoveryCode.trim() === '') return msg`Enter a recovery code`;
  if (draft.kind === 'trade-password' && draft.tradePassword.length < 6) return msg`Enter your trade password`;
  return undefined;
}

export function toPresentFactor(draft: PresentFactorDraft): PresentFactor {
  switch (draft.kind) {
    case 'authenticator':
      return { kind: draft.kind, code: draft.authenticatorCode };
    case 'recovery-code':
      return { kind: draft.kind, code: draft.recoveryCode };
    case 'trade-password':
      return { kind: draft.kind, tradePassword: draft.tradePassword };
  }
}

const problems: readonly Problem['code'][] = [
  'PRESENT_FACTOR_REQUIRED',
  'AUTHENTICATOR_CODE_WRONG',
  'AUTHENTICATOR_CODE_USED',
  'RECOVERY_CODE_WRONG',
  'TRADE_PASSWORD_WRONG',
  'FACTORS_LOCKED',
];

/** Whether a refusal of the server is about the factor. */
export function isPresentFactorProblem(problem: Problem): boolean {
  return problems.includes(problem.code);
}
