import type { InfiniteData } from '@tanstack/react-query';
import type { LoadingQuery } from '@tern/ui/loaded';

/** The rows of all pages that were read, for a table. What became of a further page is said beside its button. */
export function pagedRows<Page, Row>(
  query: LoadingQuery<InfiniteData<Page, unknown>> & { readonly isFetchNextPageError: boolean },
  rowsOf: (page: Page) => readonly Row[],
): LoadingQuery<readonly Row[]> {
  const { data, error, isFetching, isFetchNextPageError, refetch } = query;
  return { data: data?.pages.flatMap(rowsOf), error: isFetchNextPageError ? null : error, isFetching, refetch };
}
