import { createContext, use, type ReactNode } from 'react';

/** Where something stands among those that wait for a decision: `at` from 1 to `of`. */
export type WaitingPlace = {
  readonly at: number;
  readonly of: number;
  /** Whether more wait than were read. */
  readonly hasMore?: boolean;
};

const PlaceContext = createContext<WaitingPlace | undefined>(undefined);

/** The place of one that waits among `all`, as long as several do. */
export function placeAmong<Item extends { readonly id: string }>(
  all: readonly Item[],
  id: string | undefined,
  hasMore = false,
): WaitingPlace | undefined {
  const at = all.findIndex((each) => each.id === id);
  return at === -1 || (all.length < 2 && !hasMore) ? undefined : { at: at + 1, of: all.length, hasMore };
}

/** What is signed in here stands at this place among those that wait. */
export function InPlace({ place, children }: { place: WaitingPlace | undefined; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function useWaitingPlace(): WaitingPlace | undefined {
  return use(PlaceContext);
}
