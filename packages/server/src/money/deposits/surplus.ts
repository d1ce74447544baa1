import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';

/**
 * Life of what a deposit address has more than the books say, and nothing explains:
 *
 *   kept ──► returning ──► returned    back at the address that two operators named
 *    │ ▲─────────┘                     nothing was paid, and nothing can be any more
 *    ├─────► house                     two operators booked it to the house
 *    └─────► explained                 deposits that were found later took all of it out of suspense
 */
export type SurplusState = 'kept' | 'returning' | 'returned' | 'house' | 'explained';

export type Surplus = {
  readonly id: string;
  readonly address: TronAddress;
  readonly assetId: AssetId;
  /** What was kept, and what of it deposits took out again. */
  readonly amount: Units;
  readonly explained: Units;
  readonly state: SurplusState;
  readonly block: number;
  readonly returnName: string;
  readonly keptAt: Date;
};

/** Where the part comes from that a deposit found later took. */
export type ExplainedVia = 'suspense' | 'capital' | 'return';

/** Part of a surplus that a deposit turns out to be. */
export type SurplusPart = { readonly surplus: Surplus; readonly amount: Units };

/** A surplus with what of it no deposit has claimed yet. */
export type Unclaimed = { readonly surplus: Surplus; readonly unclaimed: bigint };

type Split = {
  readonly parts: readonly SurplusPart[];
  /** It is, or may be, back at its sender: it is nobody's to spend until operators have decided. */
  readonly isHeld: boolean;
};

/**
 * What a deposit found later takes of the surpluses of its address: one of exactly its size, or else the oldest ones that
 * have not gone back. One that has gone back settles it as a whole or not at all. Pure.
 */
export function splitAmong(amount: Units, surpluses: readonly Unclaimed[]): Split {
  const open = surpluses.filter(({ unclaimed }) => unclaimed > 0n);
  const exact = open.find(({ unclaimed }) => unclaimed === amount);
  if (exact !== undefined) return { parts: [{ surplus: exact.surplus, amount }], isHeld: isGoneBack(exact.surplus) };
  const parts: SurplusPart[] = [];
  let left: bigint = amount;
  for (const { surplus, unclaimed } of open) {
    if (left === 0n || isGoneBack(surplus)) continue;
    const part = unclaimed < left ? unclaimed : left;
    parts.push({ surplus, amount: units(part) });
    left -= part;
  }
  const gone = open.find(({ surplus }) => isGoneBack(surplus));
  if (left === 0n || gone === undefined) return { parts, isHeld: false };
  const fits = parts.length === 0 && gone.unclaimed > amount;
  return { parts: fits ? [{ surplus: gone.surplus, amount }] : [], isHeld: true };
}

/** Whether it is back where it came from, or on its way. */
export function isGoneBack({ state }: Pick<Surplus, 'state'>): boolean {
  return state === 'returning' || state === 'returned';
}

/** Of `extra`, what no open item of quarantine at the address may be. An item that names no amount may be all of it. Pure. */
export function findUnexplained(extra: bigint, items: readonly (bigint | null)[]): bigint {
  if (items.includes(null)) return 0n;
  const explained = items.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  return explained >= extra ? 0n : extra - explained;
}
