import type { ProviderSlot, TryState } from './provider-slot.ts';

/** What a message's earlier try at one provider came to. */
export type EarlierTry = { readonly slot: ProviderSlot; readonly state: TryState; readonly ageSeconds: number };

type Choice =
  /** In this order: the next one only where the one before surely does not have the message. */
  | { readonly choice: 'try'; readonly slots: readonly ProviderSlot[] }
  /** The message may have arrived, and it is not late yet. */
  | { readonly choice: 'wait'; readonly seconds: number }
  /** A provider has taken it, and has not said since that it did not arrive. */
  | { readonly choice: 'there' }
  /** Every provider said that it cannot deliver this message. */
  | { readonly choice: 'over' };

/** From then on a message that may have arrived counts as late, and another provider gets it too. */
export const lateAfterSeconds = 60;

/**
 * Which providers a message goes to now. One that said no to it is asked no more; one that may have it is asked last, and while
 * it may still deliver in time nobody else is. Providers that are down come after the others. Pure.
 */
export function chooseSlot(
  slots: readonly ProviderSlot[],
  { tries, down }: { readonly tries: readonly EarlierTry[]; readonly down: ReadonlySet<ProviderSlot> },
): Choice {
  if (tries.some(({ state }) => state === 'accepted' || state === 'delivered')) return { choice: 'there' };
  const stateOf = (slot: ProviderSlot) => tries.find((each) => each.slot === slot)?.state;
  const open = slots.filter((slot) => !saidNo.has(stateOf(slot)));
  if (open.length === 0) return { choice: 'over' };
  const unclear = tries.filter(({ state }) => state === 'unclear');
  const youngest = Math.min(...unclear.map(({ ageSeconds }) => ageSeconds));
  // With one provider alone its own rest between tries counts.
  if (slots.length > 1 && youngest < lateAfterSeconds)
    return { choice: 'wait', seconds: Math.ceil(lateAfterSeconds - youngest) };
  const rank = (slot: ProviderSlot): number => Number(down.has(slot)) * 2 + Number(stateOf(slot) === 'unclear');
  return { choice: 'try', slots: open.toSorted((one, other) => rank(one) - rank(other)) };
}

const saidNo: ReadonlySet<TryState | undefined> = new Set(['refused', 'undelivered', 'bounced']);
