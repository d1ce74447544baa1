import { flowField, type Flow } from '@tern/contracts/routes/console-flows';
import type { InvariantId } from '../invariants/public.ts';

const money: readonly Flow[] = ['deposits', 'withdrawals', 'swaps', 'rewards'];

/** Breaches that show rows to have been changed past the ledger: what would be done on their word must not be done. */
const closes: Readonly<Partial<Record<InvariantId, readonly Flow[]>>> = {
  I01: money,
  I02: money,
  I03: money,
  I11: ['withdrawals'],
  I14: money,
  I15: ['rewards'],
};

/** The flows that stand still until the books no longer contradict themselves in this way. */
export function flowsClosedByInvariants(broken: readonly InvariantId[]): ReadonlySet<Flow> {
  return new Set(flowField.options.filter((flow) => broken.some((id) => closes[id]?.includes(flow) === true)));
}
