import type { CellReader } from './cells.ts';
import type { Resource } from './stakes.ts';
import type { Workspace } from './workspace.ts';

export type Delegated = {
  /** May be taken back any time, in SUN. */
  readonly freeSun: bigint;
  /** May be taken back after `untilMs` only. */
  readonly lockedSun: bigint;
  readonly untilMs: number;
};

/** What one account delegates to another. */
export type DelegationCell = { readonly [Name in Resource]: Delegated };

const nothing: Delegated = { freeSun: 0n, lockedSun: 0n, untilMs: 0 };

/** `undefined` when nothing is delegated. */
export function findDelegation(state: CellReader, fromHex: string, toHex: string): DelegationCell | undefined {
  return state.get(`delegation/${fromHex}/${toHex}`) as DelegationCell | undefined;
}

/** What is delegated as of `nowMs`: locks that ended count as free. */
export function delegationAt(state: CellReader, fromHex: string, toHex: string, nowMs: number): DelegationCell {
  const found = findDelegation(state, fromHex, toHex);
  return { BANDWIDTH: unlock(found?.BANDWIDTH ?? nothing, nowMs), ENERGY: unlock(found?.ENERGY ?? nothing, nowMs) };
}

/** Keeps a delegation, and both accounts' lists with it. */
export function putDelegation(state: Workspace, fromHex: string, toHex: string, delegation: DelegationCell): void {
  const known = findDelegation(state, fromHex, toHex) !== undefined;
  const empty = isEmpty(delegation.BANDWIDTH) && isEmpty(delegation.ENERGY);
  state.set(`delegation/${fromHex}/${toHex}`, empty ? undefined : delegation);
  if (known === !empty) return;
  list(state, `delegates-to/${fromHex}`, toHex, !empty);
  list(state, `delegated-by/${toHex}`, fromHex, !empty);
}

/** Whom the account delegates to, in the order it began. */
export function delegatesTo(state: CellReader, addressHex: string): readonly string[] {
  return (state.get(`delegates-to/${addressHex}`) as readonly string[] | undefined) ?? [];
}

/** Who delegates to the account, in the order it began. */
export function delegatedBy(state: CellReader, addressHex: string): readonly string[] {
  return (state.get(`delegated-by/${addressHex}`) as readonly string[] | undefined) ?? [];
}

function list(state: Workspace, key: string, addressHex: string, belongs: boolean): void {
  const others = ((state.get(key) as readonly string[] | undefined) ?? []).filter((other) => other !== addressHex);
  state.set(key, belongs ? [...others, addressHex] : others);
}

function unlock(delegated: Delegated, nowMs: number): Delegated {
  if (delegated.untilMs >= nowMs) return delegated;
  return { freeSun: delegated.freeSun + delegated.lockedSun, lockedSun: 0n, untilMs: 0 };
}

function isEmpty({ freeSun, lockedSun }: Delegated): boolean {
  return freeSun === 0n && lockedSun === 0n;
}
