import type { AssetId } from '@tern/money/asset';
import { multiplyCeil, ratio } from '@tern/money/ratio';
import { add, min, subtract, subtractOrZero, units, zero, type Units } from '@tern/money/units';

/** What one journal changed in everything that a person has of a coin: positive where it came. Never zero. */
export type Movement = { readonly journal: string; readonly asset: AssetId; readonly amount: bigint };

export type Amounts = ReadonlyMap<AssetId, Units>;

/**
 * What is left of money that was held at a moment, after everything that moved since, in the order of the journals. What
 * leaves is taken from it first, so nobody has to prove which coins they are. What came since is no part of it, but what a
 * swap gives for a part of it is, rounded up to a unit. Pure.
 */
export function keepHeld(held: Amounts, movements: readonly Movement[]): Amounts {
  const kept = new Map(held);
  const take = (asset: AssetId, amount: Units): Units => {
    const has = kept.get(asset) ?? zero;
    kept.set(asset, subtractOrZero(has, amount));
    return min(has, amount);
  };
  for (const journal of Map.groupBy(movements, ({ journal: id }) => id).values()) {
    const left = journal.filter(({ amount }) => amount < 0n);
    const came = journal.filter(({ amount }) => amount > 0n);
    for (const { asset, amount } of left) {
      const gone = units(-amount);
      const taken = take(asset, gone);
      for (const given of came) {
        const share = multiplyCeil(units(given.amount), ratio(taken, gone));
        kept.set(given.asset, add(kept.get(given.asset) ?? zero, share));
      }
    }
  }
  return kept;
}

/** Of what is kept, what can be sent now: less what already waits to leave, and not more than there is. Pure. */
export function sendableOf(kept: Units, { posted, held }: { readonly posted: Units; readonly held: Units }): Units {
  return min(subtractOrZero(kept, held), subtract(posted, held));
}
