import type { MessageDescriptor } from '@lingui/core';
import type { ProblemData } from '@tern/contracts/problem';
import type { ProblemCode as AnyProblemCode } from '@tern/contracts/problems/catalogue';
import type { consoleProblems } from '@tern/contracts/problems/console';
import type { serviceProblems } from '@tern/contracts/problems/service';

/** What the wallet's own routes answer with. */
export type ProblemCode = Exclude<AnyProblemCode, keyof typeof consoleProblems | keyof typeof serviceProblems>;

/** A failure as the screens see it: a code of the catalogue with its facts, or `NETWORK` when no usable answer came. */
export type Problem =
  | { [Code in ProblemCode]: { code: Code; data: ProblemData<Code> } }[ProblemCode]
  | { code: 'NETWORK'; data: undefined };

/** What a person reads for a problem, where needed by its facts. */
export type ProblemText<Code extends ProblemCode> =
  | MessageDescriptor
  | ((data: ProblemData<Code>) => MessageDescriptor);
