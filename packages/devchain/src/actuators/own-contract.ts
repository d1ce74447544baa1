import { invalidContract } from '../chain/refusal.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import type { SmartContract } from '../proto/types.ts';
import type { CellReader } from '../state/cells.ts';
import { findContract } from '../state/contracts.ts';

/** The contract, which must be the owner's. `missing` says that there is none, in the words of whoever asks. */
export function ownContract(
  state: CellReader,
  message: { readonly owner_address: Uint8Array; readonly contract_address: Uint8Array },
  missing: string,
): SmartContract {
  const contract = findContract(state, toHex(message.contract_address));
  if (contract === undefined) throw invalidContract(missing);
  if (!equalBytes(contract.origin_address, message.owner_address)) {
    throw invalidContract(`Account[${toHex(message.owner_address)}] is not the owner of the contract`);
  }
  return contract;
}
