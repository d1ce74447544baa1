import { toWire } from '@tern/base/to-wire';
import type { JournalView, TransactionStepView } from '@tern/contracts/routes/console-transactions';
import type { OperatorAction } from '../../people/operators/public.ts';
import type { FlowEvent } from './event-store.ts';

/** A step of a record as its person sees it. */
type RecordStep = Pick<TransactionStepView, 'state' | 'at'> & { readonly step: TransactionStepView['event'] };

export type Happened = {
  readonly steps: readonly RecordStep[];
  readonly events: readonly FlowEvent[];
  readonly journals: readonly JournalView[];
  /** What operators did about it, in any order. */
  readonly actions: readonly OperatorAction[];
};

const bare = {
  state: 'done',
  operator: null,
  code: null,
  text: null,
  block: null,
  txId: null,
  journalId: null,
} as const satisfies Partial<TransactionStepView>;

/** Everything that happened, by its time; then what is under way, whenever it began, and what is to come. Pure. */
export function buildTimeline({ steps, events, journals, actions }: Happened): TransactionStepView[] {
  const all = [
    ...steps.map(({ step, state, at }): TransactionStepView => ({ ...bare, event: step, state, at })),
    ...events.map(({ event, at, code, text, block, tx_id: txId, state }): TransactionStepView =>
      toWire({
        ...bare,
        event,
        state,
        at,
        code,
        text,
        block: block === null ? null : Number(block),
        txId,
      }),
    ),
    ...actions.map(({ kind, operatorName, details, at }): TransactionStepView =>
      toWire({ ...bare, event: 'decision', at, operator: operatorName, code: kind, text: wordsIn(details) }),
    ),
    ...journals.map(({ id, kind, at }): TransactionStepView => ({
      ...bare,
      event: 'journal',
      at,
      code: kind,
      journalId: id,
    })),
  ];
  const now = all.filter(({ state }) => state === 'now');
  const ahead = all.filter(({ state }) => state === 'todo');
  return [...byTime(all.filter(({ state }) => state !== 'now' && state !== 'todo')), ...now, ...byTime(ahead)];
}

/** What has a time comes first; a sort keeps the order of what happened at once: step, event, decision, journal. */
function byTime(steps: readonly TransactionStepView[]): TransactionStepView[] {
  const timed = steps.filter(({ at }) => at !== null);
  return [
    ...timed.toSorted((one, other) => Date.parse(one.at ?? '') - Date.parse(other.at ?? '')),
    ...steps.filter(({ at }) => at === null),
  ];
}

function wordsIn(details: OperatorAction['details']): string | null {
  const words = details['reason'] ?? details['note'];
  return typeof words === 'string' && words !== '' ? words : null;
}
