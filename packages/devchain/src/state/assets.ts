import { decodeMessage, encodeMessage } from '../proto/codec.ts';
import type { AssetIssueContract } from '../proto/types.ts';
import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** The number before the first TRC-10 token's. */
const idBase = 1_000_000;

/** A part of a supply that its issuer cannot move yet. */
export type FrozenSupply = { readonly amount: bigint; readonly expireMs: number };

/** What an account has of TRC-10: base units by token number, and the token it issued. */
export type AssetsView = {
  readonly balances: Readonly<Record<string, bigint>>;
  readonly issued: AssetIssueContract | undefined;
  readonly frozen: readonly FrozenSupply[];
};

export function viewAssets(state: CellReader, addressHex: string): AssetsView {
  return {
    balances: assetBalances(state, addressHex),
    issued: findIssuedAsset(state, addressHex),
    frozen: frozenSupply(state, addressHex),
  };
}

/** What is frozen of the token that the account issued, in the order it was named. */
export function frozenSupply(state: CellReader, issuerHex: string): readonly FrozenSupply[] {
  return (state.get(`asset-frozen/${issuerHex}`) as readonly FrozenSupply[] | undefined) ?? [];
}

export function putFrozenSupply(state: Workspace, issuerHex: string, frozen: readonly FrozenSupply[]): void {
  state.set(`asset-frozen/${issuerHex}`, frozen.length === 0 ? undefined : frozen);
}

/** Whether the account has the amount, which must be more than zero. */
export function hasAsset(state: CellReader, addressHex: string, id: string, amount: bigint): boolean {
  return amount > 0n && (assetBalances(state, addressHex)[id] ?? 0n) >= amount;
}

/** Base units by token number. */
export function assetBalances(state: CellReader, addressHex: string): Readonly<Record<string, bigint>> {
  return (state.get(`asset-balances/${addressHex}`) as Record<string, bigint> | undefined) ?? {};
}

export function addAsset(state: Workspace, addressHex: string, id: string, amount: bigint): void {
  const balances = assetBalances(state, addressHex);
  const balance = (balances[id] ?? 0n) + amount;
  if (balance < 0n) throw new Error(`token ${id} of ${addressHex} below zero`);
  state.set(`asset-balances/${addressHex}`, { ...balances, [id]: balance });
}

/** The token of this number. */
export function findAsset(state: CellReader, id: string): AssetIssueContract | undefined {
  const bytes = state.get(`asset/${id}`) as Uint8Array | undefined;
  return bytes === undefined ? undefined : decodeMessage('AssetIssueContract', bytes);
}

/** The token the account issued; an account issues one at most. */
export function findIssuedAsset(state: CellReader, addressHex: string): AssetIssueContract | undefined {
  const id = state.get(`asset-issued/${addressHex}`) as string | undefined;
  return id === undefined ? undefined : findAsset(state, id);
}

/** Every token, in the order of their numbers. */
export function listAssets(state: CellReader): AssetIssueContract[] {
  const ids = Array.from({ length: assetCount(state) }, (_, index) => String(idBase + index + 1));
  return ids.map((id) => findAsset(state, id)).filter((asset) => asset !== undefined);
}

/** Registers a token under the next number, which it returns. Its supply belongs to nobody yet. */
export function issueAsset(state: Workspace, issuerHex: string, asset: AssetIssueContract): string {
  const count = assetCount(state) + 1;
  const id = String(idBase + count);
  state.set('asset-count', count);
  state.set(`asset/${id}`, encodeMessage('AssetIssueContract', { ...asset, id }));
  state.set(`asset-issued/${issuerHex}`, id);
  return id;
}

/** Replaces what is known of a token that exists. */
export function putAsset(state: Workspace, asset: AssetIssueContract): void {
  state.set(`asset/${asset.id}`, encodeMessage('AssetIssueContract', asset));
}

function assetCount(state: CellReader): number {
  return (state.get('asset-count') as number | undefined) ?? 0;
}
