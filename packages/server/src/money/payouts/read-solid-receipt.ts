import { assert } from '@tern/base/assert';
import { findSolidTransaction } from '@tern/tron/find-solid-transaction';
import { judgePayment, type PaymentVerdict } from '@tern/tron/judge-payment';
import { recoverSigner } from '@tern/tron/recover-signer';
import { expectedPayment, type SignedAttempt } from './attempt.ts';
import type { SolidFacts } from './conclude-attempt.ts';
import type { PayoutDeps } from './payout-deps.ts';

export type SolidReading =
  /** Every node shows the same block and the same outcome. */
  | { readonly shown: 'by-all'; readonly facts: SolidFacts }
  | { readonly shown: 'by-none' }
  /** Some show it and others do not, or they show different things: nothing may be concluded. */
  | { readonly shown: 'unlike'; readonly detail: string };

/** What the irreversible chain shows of an attempt, on every configured node. Throws `NodeFault`. */
export async function readSolidReceipt(
  nodes: PayoutDeps['chain']['nodes'],
  attempt: SignedAttempt,
): Promise<SolidReading> {
  const owner = recoverSigner(attempt);
  assert(owner !== undefined, `attempt ${attempt.txId} carries a signature`);
  const expected = expectedPayment(attempt.order, owner);
  const found = await Promise.all(
    nodes.map(async (node) => ({ node: node.name, ...(await findSolidTransaction(node, attempt.txId)) })),
  );
  const showing = found.flatMap(({ node, block, transaction }) =>
    block === undefined || transaction === undefined
      ? []
      : [{ node, facts: { block, transaction, verdict: judgePayment(transaction, expected) } }],
  );
  const [first] = showing;
  if (first === undefined) return { shown: 'by-none' };
  const missing = found.find(({ block }) => block === undefined);
  if (missing !== undefined) return { shown: 'unlike', detail: `${missing.node} does not show it, ${first.node} does` };
  const other = showing.find(({ facts }) => !isSame(facts, first.facts));
  if (other !== undefined) return { shown: 'unlike', detail: `${other.node} shows another end than ${first.node}` };
  return { shown: 'by-all', facts: first.facts };
}

function isSame(a: SolidFacts, b: SolidFacts): boolean {
  return a.block.id === b.block.id && isSameVerdict(a.verdict, b.verdict);
}

function isSameVerdict(a: PaymentVerdict, b: PaymentVerdict): boolean {
  return a.verdict === b.verdict && a.feeSun === b.feeSun;
}
