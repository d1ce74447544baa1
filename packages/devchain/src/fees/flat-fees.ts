import { BroadcastRefusal } from '../chain/refusal.ts';
import { addBalance, findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';

/** Takes the fee for a note in the transaction, in SUN; nothing without one. */
export function consumeMemoFee(state: Workspace, ownerHex: string, memo: Uint8Array): bigint {
  return memo.length === 0 ? 0n : take(state, ownerHex, getParameter(state, 'getMemoFee'));
}

/** Takes the fee for more than one signature, in SUN. */
export function consumeMultiSignFee(state: Workspace, ownerHex: string, signatures: number): bigint {
  return signatures < 2 ? 0n : take(state, ownerHex, getParameter(state, 'getMultiSignFee'));
}

function take(state: Workspace, ownerHex: string, feeSun: bigint): bigint {
  if ((findAccount(state, ownerHex)?.balance ?? 0n) < feeSun) throw new BroadcastRefusal('BANDWITH_ERROR');
  addBalance(state, ownerHex, -feeSun);
  return feeSun;
}
