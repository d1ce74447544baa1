import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import type { ResourceCode } from '../proto/types.ts';
import { findAccount } from '../state/accounts.ts';
import type { AccountCell } from '../state/cells.ts';
import { getStake, putStake } from '../state/stakes.ts';
import type { Resource } from '../state/stakes.ts';
import type { Workspace } from '../state/workspace.ts';

/** The account that stakes; refuses a malformed address and one that was never activated, in the words of its contract. */
export function ownerAccount(
  state: Workspace,
  owner: Uint8Array,
  missing: 'not exists' | 'does not exist' = 'not exists',
): AccountCell {
  if (!isAddress(owner)) throw invalidContract('Invalid address');
  const account = findAccount(state, toHex(owner));
  if (account === undefined) throw invalidContract(`Account[${toHex(owner)}] ${missing}`);
  return account;
}

/** How contracts that give a stake name the wrong resource, and how those do that take it back. */
const wrongResource = {
  give: 'ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]',
  takeBack: 'ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]',
} as const;

/** Refuses voting power alone: it comes with every stake. */
export function resourceOf(code: ResourceCode, deed: keyof typeof wrongResource = 'give'): Resource {
  if (code === 'TRON_POWER') throw invalidContract(wrongResource[deed]);
  return code;
}

/** Takes what waited long enough out of the account's list. Returns it in SUN; the caller puts it into the balance. */
export function takeExpired(state: Workspace, ownerHex: string, nowMs: number): bigint {
  const stake = getStake(state, ownerHex);
  const waiting = stake.unfreezing.filter(({ expireMs }) => expireMs > nowMs);
  const expired = stake.unfreezing.filter(({ expireMs }) => expireMs <= nowMs);
  if (expired.length > 0) putStake(state, ownerHex, { ...stake, unfreezing: waiting });
  return expired.reduce((sum, { amountSun }) => sum + amountSun, 0n);
}
