import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { Account } from '@ethereumjs/util';
import type { Address } from '@ethereumjs/util';
import { fromInner, toInner } from '../crypto/address.ts';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';
import { createAccount, findAccount, putAccount } from '../state/accounts.ts';
import { getCode, getSlot, putCode, putSlot, removeContract } from '../state/contracts.ts';
import type { Workspace } from '../state/workspace.ts';

const emptyCodeHash = keccak256(new Uint8Array(0));

/** The machine asks for an account several times in a call; code, as every cell, is replaced and never changed in place. */
const codeHashes = new WeakMap<Uint8Array, Uint8Array>();

function codeHashOf(code: Uint8Array): Uint8Array {
  if (code.length === 0) return emptyCodeHash;
  const known = codeHashes.get(code);
  if (known !== undefined) return known;
  const hash = keccak256(code);
  codeHashes.set(code, hash);
  return hash;
}

export const innerToHex = (address: Address): string => toHex(fromInner(address.bytes));

export const hexToInner = (addressHex: string): Uint8Array => toInner(fromHex(addressHex));

/** The virtual machine's view of a workspace. Tron has no nonces: they read as zero and are not kept. */
export function createStateManager(state: Workspace, nowMs: number): StateManagerInterface {
  const marks: number[] = [];

  const getAccount = async (address: Address): Promise<Account | undefined> => {
    const addressHex = innerToHex(address);
    const found = findAccount(state, addressHex);
    if (found === undefined) return undefined;
    const code = getCode(state, addressHex);
    return new Account(0n, found.balance, undefined, codeHashOf(code));
  };

  const putBalance = (address: Address, balance: bigint): void => {
    const addressHex = innerToHex(address);
    const found = findAccount(state, addressHex);
    // A call without value to an address nobody activated leaves no account behind.
    if (found === undefined && balance === 0n) return;
    const account = found ?? createAccount(state, addressHex, 'Normal', nowMs);
    if (account.balance !== balance) putAccount(state, addressHex, { ...account, balance });
  };

  return {
    getAccount,
    putAccount: async (address, account) => {
      if (account === undefined) removeContract(state, innerToHex(address));
      else putBalance(address, account.balance);
    },
    deleteAccount: async (address) => removeContract(state, innerToHex(address)),
    modifyAccountFields: async (address, fields: AccountFields) => {
      if (fields.balance !== undefined) putBalance(address, fields.balance);
    },
    putCode: async (address, code) => putCode(state, innerToHex(address), code),
    getCode: async (address) => getCode(state, innerToHex(address)),
    getCodeSize: async (address) => getCode(state, innerToHex(address)).length,
    getStorage: async (address, key) => getSlot(state, innerToHex(address), toHex(key)),
    putStorage: async (address, key, value) => putSlot(state, innerToHex(address), toHex(key), value),
    // Called for a new contract only, and destroyed contracts leave their storage under an older incarnation.
    clearStorage: async () => undefined,
    checkpoint: async () => {
      marks.push(state.mark());
    },
    commit: async () => {
      marks.pop();
    },
    revert: async () => {
      const mark = marks.pop();
      if (mark !== undefined) state.rollback(mark);
    },
    getStateRoot: async () => new Uint8Array(32),
    setStateRoot: async () => undefined,
    hasStateRoot: async () => false,
    originalStorageCache: {
      get: async (address, key) => getSlot(state, innerToHex(address), toHex(key)),
      clear: () => undefined,
    },
    clearCaches: () => undefined,
    shallowCopy: () => createStateManager(state, nowMs),
  };
}
