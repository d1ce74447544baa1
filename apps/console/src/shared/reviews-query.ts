import { api } from './api.ts';
import { pagedQuery } from './paged-query.ts';

export type ReviewFilter = { readonly asset?: 'usdt' | 'trx' | 'reward'; readonly waiting?: 'new' | 'second' };

/** Sends that wait, oldest first, kept up to date while somebody looks. */
export function reviewsQuery(filter: ReviewFilter) {
  return pagedQuery(['reviews', filter], (page) => api.reviews.listReviews({ ...filter, ...page }), 5_000);
}
