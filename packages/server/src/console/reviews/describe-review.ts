import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ReviewDecisionInput } from '@tern/contracts/routes/console-reviews';
import type { Database } from '@tern/db/database';
import { findWithdrawalCase } from '../../money/payouts/public.ts';
import { getPerson } from '../../people/accounts/public.ts';
import { findCase, sayFound } from '../../people/screening/public.ts';
import { nameOperators, tellEarlier, transferFacts, type Decision } from '../access/public.ts';

/** Whether what was signed names what was found about the receiver: a case may be opened between two looks. */
export function statesCase({ facts }: Decision): boolean {
  return facts.details.some(({ name }) => name === 'hold-reason');
}

/** A decision about a transfer as it is signed, with who sends how much to whom. Throws `NOT_FOUND`. */
export async function describeReview(db: Database, said: ReviewDecisionInput): Promise<Decision> {
  const found = await findWithdrawalCase(db, said.id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { withdrawal: w } = found;
  const [{ publicId }, nameOf, held] = await Promise.all([
    getPerson(db.kysely, w.personId),
    nameOperators(db),
    findCase(db.kysely, said.id),
  ]);
  return toWire({
    action: 'reviews.decide',
    content: said,
    facts: {
      ...transferFacts(w, publicId),
      reason: { cause: w.reviewCause ?? 'none', detail: { none: 'nothing-more' } },
      // The second operator signs what the first one has said, too.
      earlier: tellEarlier(found.reviews, nameOf),
      details: [
        { name: 'fee', asset: w.assetId, amount: w.fee },
        { name: 'settlement', text: w.settlement },
        ...(held?.evidence ?? []).map((found) => ({ name: 'listing', text: sayFound(found) }) as const),
        ...(held === undefined ? [] : [{ name: 'hold-reason', text: held.reason } as const]),
        ...(w.memo === null ? [] : [{ name: 'memo', text: w.memo } as const]),
      ],
    },
  });
}
