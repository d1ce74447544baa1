import { msg } from '@lingui/core/macro';
import type { Problem } from '../../../shared/problem.ts';
import { findCodeFault } from '../../../shared/register+safety/code-fault.ts';
import type { Faults, FieldsOfProblems } from '../../../shared/use-problem-form.ts';
import {
  findPresentFactorFault,
  isPresentFactorProblem,
  type PresentFactorDraft,
  type PresentFactorKind,
} from './present-factor.ts';

/** What shows again that it is the person. */
export type IdentityProof = {
  loginPassword: string;
  challengeId: string | undefined;
  /** Sent to their phone or e-mail. */
  code: string;
  /** Where one of these factors has to be given too. */
  factor: PresentFactorDraft;
  /** What else a change asks for. */
  more: string;
};

export function findProofFaults(proof: IdentityProof, kinds: readonly PresentFactorKind[]): Faults<IdentityProof> {
  return {
    loginPassword: proof.loginPassword === '' ? msg`Enter your login password` : undefined,
    code: findCodeFault(proof.challengeId, proof.code),
    factor: kinds.length > 0 ? findPresentFactorFault(proof.factor) : undefined,
  };
}

const fields: FieldsOfProblems<IdentityProof> = {
  LOGIN_PASSWORD_WRONG: 'loginPassword',
  LOGIN_PAUSED: 'loginPassword',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
};

/** The field a refusal of the server belongs to. */
export function findProofField(problem: Problem, kinds: readonly PresentFactorKind[]): keyof IdentityProof | undefined {
  return kinds.length > 0 && isPresentFactorProblem(problem) ? 'factor' : fields[problem.code];
}
