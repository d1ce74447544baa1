import { toHex } from '../crypto/bytes.ts';
import { decodeMessage, encodeMessage } from '../proto/codec.ts';
import type { SmartContract } from '../proto/types.ts';
import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** What was deployed at an address (ABI, creation bytecode, name); `undefined` when there is no contract. */
export function findContract(state: CellReader, addressHex: string): SmartContract | undefined {
  const bytes = state.get(`contract/${addressHex}`) as Uint8Array | undefined;
  return bytes === undefined ? undefined : decodeMessage('SmartContract', bytes);
}

export function hasContract(state: CellReader, addressHex: string): boolean {
  return state.get(`contract/${addressHex}`) !== undefined;
}

export function putContract(state: Workspace, addressHex: string, contract: Partial<SmartContract>): void {
  state.set(`contract/${addressHex}`, encodeMessage('SmartContract', contract));
  state.set(`contract-sponsor/${addressHex}`, sponsorOf(contract));
}

/** Who deployed a contract, and which part of the energy of calls it pays from its stake. */
export type Sponsor = {
  readonly originHex: string;
  /** Percent of the energy that callers pay themselves. */
  readonly callerPercent: bigint;
  /** Most that is paid for one call. */
  readonly energyMax: bigint;
};

/** `undefined` where callers pay everything. Kept apart, because every call asks and a contract with its ABI is large. */
export function findSponsor(state: CellReader, addressHex: string): Sponsor | undefined {
  return state.get(`contract-sponsor/${addressHex}`) as Sponsor | undefined;
}

function sponsorOf(contract: Partial<SmartContract>): Sponsor | undefined {
  const { origin_address, consume_user_resource_percent: callerPercent = 0n, origin_energy_limit = 0n } = contract;
  if (origin_address === undefined || callerPercent >= 100n) return undefined;
  return { originHex: toHex(origin_address), callerPercent, energyMax: origin_energy_limit };
}

export function getCode(state: CellReader, addressHex: string): Uint8Array {
  return (state.get(`code/${addressHex}`) as Uint8Array | undefined) ?? new Uint8Array(0);
}

export function putCode(state: Workspace, addressHex: string, code: Uint8Array): void {
  state.set(`code/${addressHex}`, code);
}

/** The 32-byte slot's value, empty for zero. */
export function getSlot(state: CellReader, addressHex: string, slotHex: string): Uint8Array {
  return (state.get(slotKey(state, addressHex, slotHex)) as Uint8Array | undefined) ?? new Uint8Array(0);
}

export function putSlot(state: Workspace, addressHex: string, slotHex: string, value: Uint8Array): void {
  state.set(slotKey(state, addressHex, slotHex), value.length === 0 ? undefined : value);
}

/** Removes a destroyed contract. Its storage is left behind under an older incarnation, out of reach. */
export function removeContract(state: Workspace, addressHex: string): void {
  state.set(`account/${addressHex}`, undefined);
  state.set(`contract/${addressHex}`, undefined);
  state.set(`contract-sponsor/${addressHex}`, undefined);
  state.set(`code/${addressHex}`, undefined);
  state.set(`incarnation/${addressHex}`, incarnation(state, addressHex) + 1);
}

function slotKey(state: CellReader, addressHex: string, slotHex: string): string {
  return `slot/${addressHex}/${incarnation(state, addressHex)}/${slotHex}`;
}

function incarnation(state: CellReader, addressHex: string): number {
  return (state.get(`incarnation/${addressHex}`) as number | undefined) ?? 0;
}
