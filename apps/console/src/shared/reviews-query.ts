import { api } from './api.ts';

export type ReviewFilter = { readonly asset?: 'usdt' | 'trx' | 'reward'; readonly waiting?: 'new' | 'second' };

/** Sends that wait, kept up to date while somebody looks. */
export function reviewsQuery(filter: ReviewFilter) {
  return {
    queryKey: ['reviews', filter],
    queryFn: () => api.reviews.listReviews(filter),
    refetchInterval: 5_000,
  };
}
