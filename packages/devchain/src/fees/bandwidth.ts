import { BroadcastRefusal, invalidContract } from '../chain/refusal.ts';
import { findAccount, putAccount } from '../state/accounts.ts';
import type { AccountCell, CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';
import { stakedLeft, useStaked } from './staked.ts';

/** Room every transaction pays for its result, in bytes (java-tron `MAX_RESULT_SIZE_IN_TX`). */
const resultBytes = 64;
/** Usage fades linearly over a day of 3-second slots. */
const windowSlots = 28_800;
const slotMs = 3_000;
const precision = 1_000_000;

export type BandwidthBill = { readonly netUsage: number; readonly netFeeSun: bigint };

/** Free bandwidth of an account still counted as used at `nowMs`, in bytes. */
export function freeNetUsedAt(account: AccountCell, nowMs: number): number {
  return fade(account.freeNetUsed, 0, slotOf(account.freeNetTimeMs), slotOf(nowMs));
}

/**
 * Takes the bandwidth of a transaction of `sizeBytes` (without results) from its owner: all of it from stake, or all of it
 * free, or else for SUN. Activating another account never takes free bandwidth and has a price of its own.
 * Refuses with BANDWITH_ERROR when neither suffices.
 */
export function consumeBandwidth(
  state: Workspace,
  input: {
    readonly ownerHex: string;
    readonly sizeBytes: number;
    readonly createsAccount: boolean;
    readonly nowMs: number;
  },
): BandwidthBill {
  const account = findAccount(state, input.ownerHex);
  if (account === undefined) throw invalidContract('account does not exist');
  const bytes = input.sizeBytes + resultBytes;
  if (stakedLeft(state, input.ownerHex, 'BANDWIDTH', input.nowMs) >= BigInt(bytes)) {
    const { ownerHex: addressHex, nowMs } = input;
    useStaked(state, { addressHex, resource: 'BANDWIDTH', units: BigInt(bytes), nowMs });
    putAccount(state, addressHex, { ...account, latestOperationTimeMs: nowMs });
    return { netUsage: bytes, netFeeSun: 0n };
  }
  if (input.createsAccount)
    return payFee(state, input.ownerHex, getParameter(state, 'getCreateAccountFee'), input.nowMs);

  const used = freeNetUsedAt(account, input.nowMs);
  if (used + bytes <= freeLimit(state)) {
    const freeNetUsed = fade(account.freeNetUsed, bytes, slotOf(account.freeNetTimeMs), slotOf(input.nowMs));
    putAccount(state, input.ownerHex, {
      ...account,
      freeNetUsed,
      freeNetTimeMs: input.nowMs,
      latestOperationTimeMs: input.nowMs,
    });
    return { netUsage: bytes, netFeeSun: 0n };
  }
  return payFee(state, input.ownerHex, BigInt(bytes) * getParameter(state, 'getTransactionFee'), input.nowMs);
}

function freeLimit(state: CellReader): number {
  return Number(getParameter(state, 'getFreeNetLimit'));
}

function payFee(state: Workspace, ownerHex: string, feeSun: bigint, nowMs: number): BandwidthBill {
  const account = findAccount(state, ownerHex);
  if (account === undefined || account.balance < feeSun) throw new BroadcastRefusal('BANDWITH_ERROR');
  putAccount(state, ownerHex, { ...account, balance: account.balance - feeSun, latestOperationTimeMs: nowMs });
  return { netUsage: 0, netFeeSun: feeSun };
}

function slotOf(timeMs: number): number {
  return Math.floor(timeMs / slotMs);
}

/** java-tron `ResourceProcessor.increase`: what remains of `lastUsage`, plus `usage`. */
function fade(lastUsage: number, usage: number, lastSlot: number, nowSlot: number): number {
  let average = divideUp(lastUsage * precision, windowSlots);
  if (lastSlot !== nowSlot) {
    const elapsed = nowSlot - lastSlot;
    average = elapsed < windowSlots ? Math.round((average * (windowSlots - elapsed)) / windowSlots) : 0;
  }
  average += divideUp(usage * precision, windowSlots);
  return Math.floor((average * windowSlots) / precision);
}

function divideUp(value: number, by: number): number {
  return Math.ceil(value / by);
}
