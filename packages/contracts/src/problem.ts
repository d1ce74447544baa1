import type { z } from 'zod';
import { problemCatalogue, type ProblemCode } from './problems/catalogue.ts';

type Row<Code extends ProblemCode> = (typeof problemCatalogue)[Code];
export type ProblemData<Code extends ProblemCode> =
  Row<Code> extends { readonly data: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** An operating outcome a person can cause or must be told of. Thrown inside a database transaction it rolls everything back. */
export class DomainError<Code extends ProblemCode = ProblemCode> extends Error {
  override name = 'DomainError';
  readonly code: Code;
  readonly data: ProblemData<Code>;
  readonly status: number;

  constructor(code: Code, data: ProblemData<Code>) {
    super(problemCatalogue[code].title);
    this.code = code;
    this.data = data;
    this.status = problemCatalogue[code].status;
  }
}

/** Makes the error for a code of the catalogue, with the facts the code asks for. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...[data]: ProblemData<Code> extends undefined ? [] : [data: ProblemData<Code>]
): DomainError<Code> {
  return new DomainError(code, data as ProblemData<Code>);
}

export function isProblem<Code extends ProblemCode>(error: unknown, code: Code): error is DomainError<Code> {
  return error instanceof DomainError && error.code === code;
}
