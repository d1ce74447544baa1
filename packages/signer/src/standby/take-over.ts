import type { Clock } from '@tern/base/clock';
import type { TronAddress } from '@tern/tron/address';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { TakeOver, TakeOverOutcome } from '@tern/tron/standby-protocol';
import { isTakeOverApproved, requestTakeOver } from '../approvals.ts';
import { beginQuarantineAnew } from '../open-signer.ts';
import type { SignerStore } from '../open-store.ts';
import { approvalsNeeded, countOperators } from '../policy-document.ts';
import type { Seat } from './open-seat.ts';

export type TakeOverDeps = {
  readonly clock: Clock;
  readonly seat: Seat;
  /** The store whose changes are written down. */
  readonly store: SignerStore;
  readonly hotAddress: TronAddress;
};

/**
 * Has this signer sign in place of the one it stood by, once two operators have approved it; asks them otherwise. From then on
 * the other is closed: this one begins a new epoch. Unless the operators say that it lacks no order, it begins in quarantine.
 */
export function takeOver(deps: TakeOverDeps, wanted: TakeOver): TakeOverOutcome {
  const { clock, seat, store, hotAddress } = deps;
  if (seat.state() === 'active') throw new SignerRefusal('not-standing-by', 'this signer signs already');
  const { operators } = store.getPolicy().document;
  const epoch = nextEpoch(deps);
  const approvals = { clock, store: seat.store, hotAddress };
  if (countOperators(operators) >= approvalsNeeded && !isTakeOverApproved(approvals, { epoch, ...wanted })) {
    const { challenge } = requestTakeOver(approvals, { epoch, ...wanted }, store.changes.last().number);
    return { epoch, state: 'waits', challenge };
  }
  begin(deps, epoch, wanted);
  return { epoch, state: 'taken-over' };
}

/** Takes over as soon as the second operator has approved. */
export function takeOverIfApproved(deps: TakeOverDeps): void {
  const { clock, seat, hotAddress } = deps;
  if (seat.state() === 'active') return;
  const epoch = nextEpoch(deps);
  for (const complete of [false, true])
    if (isTakeOverApproved({ clock, store: seat.store, hotAddress }, { epoch, complete }))
      return begin(deps, epoch, { complete });
}

function nextEpoch({ seat, store }: TakeOverDeps): number {
  return Math.max(store.epoch(), store.newerEpoch() ?? 0, seat.heardEpoch()) + 1;
}

function begin({ clock, seat, store }: TakeOverDeps, epoch: number, { complete }: TakeOver): void {
  const atMs = clock.nowMs();
  // A signer that was replaced lacks what the other has signed since, whatever anybody says.
  const lacks = !complete || seat.state() === 'fenced';
  store.inOne(() => {
    store.putEpoch({ number: epoch, own: true, atMs });
    if (lacks) beginQuarantineAnew(store, { atMs, reason: `took over in epoch ${epoch}` });
  });
  seat.leaveStandby();
}
