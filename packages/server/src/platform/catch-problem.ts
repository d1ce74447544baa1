import { DomainError } from '@tern/contracts/problem';

/** The result of `work`, or the problem it throws: of a set one may be refused while the others go on. Throws what else it throws. */
export function catchProblem<Result>(work: () => Result): Result | DomainError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
