import type { HoldKind } from '@tern/ledger/chart';
import type { AssetId } from '@tern/money/asset';
import { multiplyCeil, ratio } from '@tern/money/ratio';
import { add, min, subtract, subtractOrZero, units, zero, type Units } from '@tern/money/units';

/** What one journal changed in everything that a person has of a coin: positive where it came. Never zero. */
export type Movement = { readonly journal: bigint; readonly asset: AssetId; readonly amount: bigint };

/** A movement as it was booked, with the journal that held the money until then; null where it was not held. */
export type Booked = Movement & { readonly heldBy: bigint | null };

/** What is held of a person's money now. */
export type OpenHold = {
  readonly journal: bigint;
  readonly kind: HoldKind;
  readonly asset: AssetId;
  readonly amount: Units;
};

export type Amounts = ReadonlyMap<AssetId, Units>;

/**
 * Movements in the order in which they count: money leaves when it is held to leave, and its booking later is no second
 * movement. A hold that was given back never was. A deposit that is held has arrived and leaves nowhere. Pure.
 */
export function orderMovements(booked: readonly Booked[], open: readonly OpenHold[]): readonly Movement[] {
  const counted = [
    ...booked.map(({ heldBy, journal, asset, amount }) => ({ journal: heldBy ?? journal, asset, amount })),
    ...open
      .filter(({ kind }) => kind !== 'deposit-hold')
      .map(({ journal, asset, amount }) => ({ journal, asset, amount: 0n - amount })),
  ];
  return counted.toSorted((one, other) => Number(one.journal - other.journal));
}

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

/** Of what is kept, what can be sent now: not more than nothing holds. Pure. */
export function sendableOf(kept: Units, { posted, held }: { readonly posted: Units; readonly held: Units }): Units {
  return min(kept, subtract(posted, held));
}
