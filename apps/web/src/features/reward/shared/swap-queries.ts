import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { createRequestKey } from '../../../shared/request-key.ts';

export type QuoteWanted = {
  walletId: string;
  assetOut: AssetView['id'];
  assetIn: AssetView['id'];
  /** Plain decimal. */
  amount: string;
};

/** A quote with what its execution needs. */
export type HeldQuote = {
  quote: QuoteView;
  /**
   * By this device's clock, which may differ from the server's: counted from before the quote was asked for, so that it
   * never ends later than the server's own end of it.
   */
  expiresAtMs: number;
  /** Made before the first try and kept for every further one: the swap happens once. */
  requestKey: string;
};

/** What the swap would be now: asked again whenever a quote ends, and while there is none. */
export function quoteQuery(wanted: QuoteWanted, lifetimeMs: number) {
  return queryOptions({
    queryKey: ['swap-quote', wanted],
    queryFn: async ({ signal }): Promise<HeldQuote> => {
      const expiresAtMs = Date.now() + lifetimeMs;
      return { quote: await api.swaps.createQuote(wanted, { signal }), expiresAtMs, requestKey: createRequestKey() };
    },
    // A quote belongs to the moment: none is taken from the past.
    gcTime: 0,
    staleTime: 0,
    refetchInterval: lifetimeMs,
  });
}

export type SwapStatus = SwapView['status'] | 'all';
export type SwapsWanted = { status: SwapStatus; assetId?: AssetView['id'] | undefined };
type SwapsPage = { swaps: SwapView[]; nextCursor: string | null };

/** Swaps page by page, newest first. */
export function swapsQuery(wanted: SwapsWanted) {
  return infiniteQueryOptions({
    queryKey: [queryTopics.swaps, wanted],
    queryFn: ({ signal, pageParam }) =>
      api.swaps.listSwaps({ ...wanted, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: SwapsPage) => page.nextCursor ?? undefined,
  });
}

export function swapQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.swap, id],
    queryFn: ({ signal }) => api.swaps.swap({ id }, { signal }),
  });
}
