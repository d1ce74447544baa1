import { assert } from '@tern/base/assert';

/** Hardened accounts apart: a leaked key of one says nothing about another. */
const accounts = { deposit: 0, hot: 1, fee: 2, cold: 3 } as const;

export type KeyPurpose = keyof typeof accounts;

/** One key of the tree. */
export type KeyPlace = { readonly purpose: KeyPurpose; readonly index: number };

/** BIP-44 path of the account's external chain; 195 is Tron in SLIP-44. */
export function chainPath(purpose: KeyPurpose): string {
  return `m/44'/195'/${accounts[purpose]}'/0`;
}

/** BIP-44 path of one key; index 0 to 2^31 − 1. */
export function keyPath({ purpose, index }: KeyPlace): string {
  assert(Number.isInteger(index) && index >= 0 && index < 2 ** 31, `not a key index: ${index}`);
  return `${chainPath(purpose)}/${index}`;
}
