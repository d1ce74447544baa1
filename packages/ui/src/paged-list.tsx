import type { ReactElement, ReactNode } from 'react';
import { Loaded, type LoadingQuery } from './loaded.tsx';

/** What is shown of a query that loads page by page; the infinite ones of TanStack fit. */
export type PagedQuery<Page> = LoadingQuery<{ readonly pages: readonly Page[] }> & {
  readonly dataUpdatedAt: number;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
};

/** Where the next page of a list stands. */
export type NextPage = {
  /** The last try failed with this; null while none did. */
  readonly error: unknown;
  readonly busy: boolean;
  readonly load: () => void;
};

export type PagedListProps<Page, Item> = {
  query: PagedQuery<Page>;
  itemsOf: (page: Page) => readonly Item[];
  /** The shape of the first page. */
  loading: ReactElement;
  /** What could not be loaded, said in place of the list. */
  failed: ReactNode;
  /** Stands in place of a list without items. */
  empty: ReactNode;
  /** The items of all pages so far. */
  children: (items: readonly Item[], readAtMs: number) => ReactNode;
};

/**
 * A list that loads page by page, in each of its states: the first page on its way, failed, or empty; the items; and below
 * them the next page on its way, failed, or the end. What could not be read again stays, and says how old it is. Each app
 * says how the last three look.
 */
export function PagedList<Page, Item>(
  props: PagedListProps<Page, Item> & {
    /** `error` is why the pages could not be read again. */
    outdated: (read: { readonly dataUpdatedAt: number; readonly error: unknown }) => ReactNode;
    more: (next: NextPage) => ReactNode;
    end: ReactNode;
  },
) {
  const { query } = props;
  return (
    <Loaded query={query} loading={props.loading} failed={props.failed}>
      {({ pages }) => {
        const items = pages.flatMap((page) => props.itemsOf(page));
        return (
          <>
            {props.outdated({
              dataUpdatedAt: query.dataUpdatedAt,
              error: query.isFetchNextPageError ? null : query.error,
            })}
            {items.length === 0 ? (
              props.empty
            ) : (
              <>
                {props.children(items, query.dataUpdatedAt)}
                {query.hasNextPage
                  ? props.more({
                      error: query.isFetchNextPageError ? query.error : null,
                      busy: query.isFetchingNextPage,
                      // A page that is on its way already is waited for.
                      load: () => void query.fetchNextPage({ cancelRefetch: false }),
                    })
                  : props.end}
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
