import { emptyTarget, findTargetFault, type TargetDraft } from '../target-draft.ts';
import type { Faults } from '../use-problem-form.ts';
import { findCodeFault } from './code-fault.ts';

/** A phone or e-mail, and the code that proves it is the person's. */
export type ProvenTarget = {
  target: TargetDraft;
  code: string;
  /** Of the code that was sent to the target as it stands; undefined before, and once the target was changed. */
  challengeId: string | undefined;
};

export function emptyProvenTarget(target = emptyTarget()): ProvenTarget {
  return { target, code: '', challengeId: undefined };
}

export function findProvenTargetFaults({ target, code, challengeId }: ProvenTarget): Faults<ProvenTarget> {
  return { target: findTargetFault(target), code: findCodeFault(challengeId, code) };
}

/** The field a refusal of the server belongs to. */
export const fieldsOfProvenTarget = {
  PHONE_INVALID: 'target',
  AREA_CODE_REQUIRED: 'target',
  EMAIL_INVALID: 'target',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
} as const;
