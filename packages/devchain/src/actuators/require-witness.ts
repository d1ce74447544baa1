import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import type { CellReader } from '../state/cells.ts';
import { findWitness } from '../state/witnesses.ts';
import { requireAccount } from './require-account.ts';

/** Refuses an account that is unknown or no witness. */
export function requireWitness(state: CellReader, address: Uint8Array): void {
  requireAccount(state, address);
  const addressHex = toHex(address);
  if (findWitness(state, addressHex) === undefined) throw invalidContract(`Witness[${addressHex}] not exists`);
}
