import { ORPCError } from '@orpc/client';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';

type Request = { readonly due: readonly AgreementVersionView[] };

/** Asks the person and says whether they accepted. */
type Asking = (request: Request) => Promise<boolean>;

let ask: Asking | undefined;

/** From now on the page asks by `asking`, until the returned function is called. */
export function answerAgreementRequests(asking: Asking): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/**
 * Does `work`; where it is refused because a newer agreement was not accepted, the person is asked, and it is done again once
 * they accepted: nothing was done the first time. Throws the refusal where they did not.
 */
export async function withAgreement<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const due = error instanceof ORPCError && error.code === 'AGREEMENT_REQUIRED' ? dueOf(error.data) : undefined;
    if (due === undefined || ask === undefined || !(await ask({ due }))) throw error;
    return await work();
  }
}

function dueOf(data: unknown): readonly AgreementVersionView[] {
  return (data as { readonly documents: readonly AgreementVersionView[] }).documents;
}
