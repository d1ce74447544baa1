import type { DepositId, WithdrawalId } from '@tern/base/ids';
import type { CaseEvidence } from '@tern/contracts/refused-addresses';
import type { DbReader } from '@tern/db/database';
import { findCase, findDepositCase, sayEvidence } from '../../people/screening/public.ts';
import type { FlowEvent } from './event-store.ts';
import { selectDepositHold, selectSendHoldEnd } from './hold-store.ts';

/** What screening found about the receiver of a send, that it was held for it, and what the deadline did or will do. */
export async function showSendHold(db: DbReader, id: WithdrawalId): Promise<readonly FlowEvent[]> {
  const [held, end] = await Promise.all([findCase(db, id), selectSendHoldEnd(db, id)]);
  if (held === undefined) return [];
  return [
    ...held.evidence.map((found) => screened(held.openedAt, found)),
    event('held', held.openedAt, { code: held.reason }),
    ...(end?.isOpen === true ? [event('hold-ends', held.until, { state: 'todo' })] : []),
    ...(end?.returnedAt ? [event('deadline-passed', end.returnedAt, { code: 'returned' })] : []),
  ];
}

/**
 * The same of a deposit and its sender. A service that had nothing against a sender leaves no more than the end of the hold in
 * the books.
 */
export async function showDepositHold(db: DbReader, id: DepositId): Promise<readonly FlowEvent[]> {
  const [hold, held] = await Promise.all([selectDepositHold(db, id), findDepositCase(db, id)]);
  if (hold === undefined) return [];
  const asked = held === undefined || held.evidence.some((found) => 'service' in found);
  return [
    ...(asked ? [event('held', hold.since, { code: 'asked' })] : []),
    ...(held === undefined
      ? []
      : [
          ...held.evidence.map((found) => screened(held.openedAt, found)),
          event('held', held.openedAt, { code: held.reason }),
        ]),
    ...(hold.until === null ? [] : [event('hold-ends', hold.until, { state: 'todo' })]),
    ...(hold.endedAt !== null && hold.endedAs === 'nothing-found'
      ? [event('screened', hold.endedAt, { code: 'nothing-found' })]
      : []),
    ...(hold.endedAt !== null && hold.endedAs === 'not-decided-in-time'
      ? [event('deadline-passed', hold.endedAt, { code: 'usable' })]
      : []),
  ];
}

function screened(at: Date, found: CaseEvidence): FlowEvent {
  return event('screened', at, { code: 'list' in found ? 'listed' : found.service, text: sayEvidence(found) });
}

function event(name: FlowEvent['event'], at: Date, more: Partial<FlowEvent>): FlowEvent {
  return { event: name, at, code: null, text: null, block: null, tx_id: null, state: 'done', ...more };
}
