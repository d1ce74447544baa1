import type { InfiniteData } from '@tanstack/react-query';
import type { LoadingQuery } from '@tern/ui/loaded';

type PagedQuery<Page> = LoadingQuery<InfiniteData<Page, unknown>> & { readonly isFetchNextPageError: boolean };

/** The rows of all pages that were read, for a table. What became of a further page is said beside its button. */
export function pagedRows<Page, Row>(
  query: PagedQuery<Page>,
  rowsOf: (page: Page) => readonly Row[],
): LoadingQuery<readonly Row[]> {
  return pagedAnswer(query, (pages) => pages.flatMap(rowsOf));
}

/** All pages that were read as one answer, for a page of several tables; `join` gets one page at least. */
export function pagedAnswer<Page, Answer>(
  query: PagedQuery<Page>,
  join: (pages: readonly [Page, ...Page[]]) => Answer,
): LoadingQuery<Answer> {
  const { data, error, isFetching, isFetchNextPageError, refetch } = query;
  const [first, ...others] = data?.pages ?? [];
  return {
    data: first === undefined ? undefined : join([first, ...others]),
    error: isFetchNextPageError ? null : error,
    isFetching,
    refetch,
  };
}
