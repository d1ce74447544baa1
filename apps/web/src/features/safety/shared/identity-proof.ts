import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Problem } from '../../../shared/problem.ts';

/** What shows again that it is the person: the login password and a code sent to their phone or e-mail. */
export type IdentityProof = { loginPassword: string; challengeId: string | undefined; code: string };

export type ProofField = 'loginPassword' | 'code';

export const emptyProof: IdentityProof = { loginPassword: '', challengeId: undefined, code: '' };

export function findProofFaults(proof: IdentityProof): Partial<Record<ProofField, MessageDescriptor>> {
  const faults: Partial<Record<ProofField, MessageDescriptor>> = {};
  if (proof.loginPassword === '') faults.loginPassword = msg`Enter your login password`;
  if (proof.challengeId === undefined) faults.code = msg`Send a code first`;
  else if (!/^\d{6}$/.test(proof.code)) faults.code = msg`Enter the six digits of the code`;
  return faults;
}

const fields: Partial<Record<Problem['code'], ProofField>> = {
  LOGIN_PASSWORD_WRONG: 'loginPassword',
  LOGIN_PAUSED: 'loginPassword',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
};

/** The field a refusal of the server belongs to. */
export function findProofField(problem: Problem): ProofField | undefined {
  return fields[problem.code];
}
