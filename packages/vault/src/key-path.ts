import { assert } from '@tern/base/assert';

/** Hardened accounts apart: a leaked key of one says nothing about another. */
const accounts = { deposit: 0, hot: 1, fee: 2, cold: 3 } as const;

export type KeyPurpose = keyof typeof accounts;

/** One key of the tree. */
export type KeyPlace = { readonly purpose: KeyPurpose; readonly index: number };

/**
 * Gives the BIP-44 path of the chain of keys for a purpose: deposit addresses are account 0, the hot wallet 1, the fee
 * account 2, cold storage 3. Coin type 195 is Tron's in SLIP-44. The accounts are hardened, the keys below are not, so
 * that addresses can be listed from the public half alone.
 *
 * @example
 * chainPath('deposit'); // → "m/44'/195'/0'/0"
 * chainPath('cold'); // → "m/44'/195'/3'/0"
 */
export function chainPath(purpose: KeyPurpose): string {
  return `m/44'/195'/${accounts[purpose]}'/0`;
}

/**
 * Gives the BIP-44 path of one key. Other wallets derive the same address from the same words under this path.
 *
 * @throws AssertionFault unless the index is a whole number of 0 to 2^31 − 1.
 * @example
 * keyPath({ purpose: 'hot', index: 0 }); // → "m/44'/195'/1'/0/0"
 * keyPath({ purpose: 'deposit', index: -1 }); // throws AssertionFault('not a key index: -1')
 */
export function keyPath({ purpose, index }: KeyPlace): string {
  assert(Number.isInteger(index) && index >= 0 && index < 2 ** 31, `not a key index: ${index}`);
  return `${chainPath(purpose)}/${index}`;
}
