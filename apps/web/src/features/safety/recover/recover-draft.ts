import {
  fieldsOfNewPassword,
  findNewPasswordFaults,
  type NewPassword,
} from '../../../shared/register+safety/new-password.ts';
import type { Problem } from '../../../shared/problem.ts';
import {
  fieldsOfProvenTarget,
  findProvenTargetFaults,
  type ProvenTarget,
} from '../../../shared/register+safety/proven-target.ts';
import type { Faults, FieldsOfProblems } from '../../../shared/use-problem-form.ts';
import { findPresentFactorFault, isPresentFactorProblem, type PresentFactorDraft } from '../shared/present-factor.ts';

export type RecoverDraft = ProvenTarget &
  NewPassword & {
    /** Undefined until the server has asked for it. */
    factor: PresentFactorDraft | undefined;
  };

/** What is wrong with each field, before anything is sent. */
export function findRecoverFaults(draft: RecoverDraft): Faults<RecoverDraft> {
  return {
    ...findProvenTargetFaults(draft),
    ...findNewPasswordFaults(draft),
    factor: draft.factor && findPresentFactorFault(draft.factor),
  };
}

const fields: FieldsOfProblems<RecoverDraft> = { ...fieldsOfProvenTarget, ...fieldsOfNewPassword };

/** The field a refusal of the server belongs to; the others stand above the button. */
export function findRecoverField(problem: Problem): keyof RecoverDraft | undefined {
  return isPresentFactorProblem(problem) ? 'factor' : fields[problem.code];
}
