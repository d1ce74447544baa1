import { ORPCError } from '@orpc/client';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';

/** Asks the person to accept what waits, and says whether they did. */
type Asking = (due: readonly AgreementVersionView[]) => Promise<boolean>;

let ask: Asking = () => Promise.resolve(false);

/** From now on people are asked by this. */
export function answerAgreementRequests(asking: Asking) {
  ask = asking;
}

/**
 * Does `work`; where it is refused because a newer agreement was not accepted, the person is asked, and it is done again once
 * they accepted: nothing was done the first time. Throws the refusal where they did not.
 */
export async function withAgreement<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refusal = error instanceof ORPCError && error.code === 'AGREEMENT_REQUIRED' ? error : undefined;
    if (refusal === undefined || !(await ask((refusal.data as { documents: [] }).documents))) throw error;
    return work();
  }
}
