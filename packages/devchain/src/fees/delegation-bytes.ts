import { encodeMessage } from '../proto/codec.ts';
import type { CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import { getStake, sunPerTrx } from '../state/stakes.ts';

/** Bytes of the shortest transaction that delegates. */
const shortestBytes = 275;

/**
 * Bandwidth that a node keeps back for the transaction that delegates, before there is one: as if the account delegated its
 * whole stake, locked for as long as can be.
 */
export function delegationBytes(state: CellReader, ownerHex: string): bigint {
  const sizeOf = (message: Parameters<typeof encodeMessage<'DelegateResourceContract'>>[1]): number =>
    encodeMessage('DelegateResourceContract', message).length;
  const longest = sizeOf({
    lock: true,
    lock_period: getParameter(state, 'getMaxDelegateLockPeriod'),
    balance: getStake(state, ownerHex).BANDWIDTH.frozenSun,
  });
  return BigInt(shortestBytes + Math.max(0, longest - sizeOf({ balance: sunPerTrx })));
}
