import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { findAccount } from '../state/accounts.ts';
import type { AccountCell, CellReader } from '../state/cells.ts';

/** Who asks. Refuses a malformed address and an account that was never activated, in the words most contracts have. */
export function requireAccount(
  state: CellReader,
  address: Uint8Array,
  word: 'Account' | 'account' = 'Account',
): AccountCell {
  if (!isAddress(address)) throw invalidContract('Invalid address');
  const account = findAccount(state, toHex(address));
  if (account === undefined) throw invalidContract(`${word}[${toHex(address)}] not exists`);
  return account;
}
