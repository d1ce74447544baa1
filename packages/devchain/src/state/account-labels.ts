import { toHex, utf8Bytes, utf8Text } from '../crypto/bytes.ts';
import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** The name an account gave itself; empty without one. */
export function getAccountName(state: CellReader, addressHex: string): Uint8Array {
  return bytesAt(state, `account-name/${addressHex}`);
}

export function putAccountName(state: Workspace, addressHex: string, name: Uint8Array): void {
  state.set(`account-name/${addressHex}`, name);
  state.set(`account-of-name/${toHex(name)}`, addressHex);
}

export function isAccountName(state: CellReader, name: Uint8Array): boolean {
  return state.get(`account-of-name/${toHex(name)}`) !== undefined;
}

/** The id an account chose; empty without one. */
export function getAccountId(state: CellReader, addressHex: string): Uint8Array {
  return bytesAt(state, `account-id/${addressHex}`);
}

export function putAccountId(state: Workspace, addressHex: string, id: Uint8Array): void {
  state.set(`account-id/${addressHex}`, id);
  state.set(`account-of-id/${idKey(id)}`, addressHex);
}

/** The address of the account with this id, whichever letters of it are capitals. */
export function findAccountOfId(state: CellReader, id: Uint8Array): string | undefined {
  return state.get(`account-of-id/${idKey(id)}`) as string | undefined;
}

function idKey(id: Uint8Array): string {
  return toHex(utf8Bytes(utf8Text(id).toLowerCase()));
}

function bytesAt(state: CellReader, key: string): Uint8Array {
  return (state.get(key) as Uint8Array | undefined) ?? new Uint8Array(0);
}
