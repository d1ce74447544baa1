import type { TransactionFacts } from '@tern/tron/block-facts';
import { findSolidTransaction } from '@tern/tron/find-solid-transaction';
import { judgePayment, type ExpectedPayment, type PaymentVerdict } from '@tern/tron/judge-payment';
import type { TronNode } from '@tern/tron/open-node';
import { expectedMove, type SignedAttempt } from './attempt.ts';
import type { SolidFacts } from './order-policy.ts';

export type SolidReading =
  /** Every node shows the same block and the same outcome. */
  | { readonly shown: 'by-all'; readonly facts: SolidFacts }
  | { readonly shown: 'by-none' }
  /** Some show it and others do not, or they show different things: nothing may be concluded. */
  | { readonly shown: 'unlike'; readonly detail: string };

/** What the irreversible chain shows of an attempt, on every configured node. Throws `NodeFault`. */
export async function readSolidReceipt(nodes: readonly TronNode[], attempt: SignedAttempt): Promise<SolidReading> {
  const expected = expectedMove(attempt);
  const found = await Promise.all(
    nodes.map(async (node) => ({ node: node.name, ...(await findSolidTransaction(node, attempt.signed.txId)) })),
  );
  const showing = found.flatMap(({ node, block, transaction }) =>
    block === undefined || transaction === undefined
      ? []
      : [{ node, facts: { block, transaction, verdict: judge(transaction, expected) } }],
  );
  const [first] = showing;
  if (first === undefined) return { shown: 'by-none' };
  const missing = found.find(({ block }) => block === undefined);
  if (missing !== undefined) return { shown: 'unlike', detail: `${missing.node} does not show it, ${first.node} does` };
  const other = showing.find(({ facts }) => !isSame(facts, first.facts));
  if (other !== undefined) return { shown: 'unlike', detail: `${other.node} shows another end than ${first.node}` };
  return { shown: 'by-all', facts: first.facts };
}

function judge(facts: TransactionFacts, expected: ExpectedPayment | undefined): PaymentVerdict {
  if (expected !== undefined) return judgePayment(facts, expected);
  const { feeSun, result, resultCode } = facts;
  // Staking and delegating have no event: their id is the hash of the bytes that were checked before they were stored.
  if (result === 'success') return { verdict: 'paid', feeSun };
  if (result === 'failed') return { verdict: 'failed', feeSun, code: resultCode };
  return { verdict: 'unexpected', feeSun, detail: `result ${resultCode || 'absent'}` };
}

function isSame(a: SolidFacts, b: SolidFacts): boolean {
  return a.block.id === b.block.id && a.verdict.verdict === b.verdict.verdict && a.verdict.feeSun === b.verdict.feeSun;
}
