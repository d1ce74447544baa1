import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { logFilter, type LogFilter } from '@tern/contracts/routes/console-log';
import { api } from '../../shared/api.ts';

const names = ['search', 'kind', 'operator', 'subject', 'from', 'until', 'order'] as const;
export type FilterName = (typeof names)[number];

/** The filter that stands in the page's address; what is no filter there is left out. */
export function readFilter(params: URLSearchParams): Pick<LogFilter, FilterName> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      if (value === null || value === '') return [];
      return logFilter.shape[name].safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** The rows that a filter lets through, page by page. */
export function logQuery(filter: Pick<LogFilter, FilterName>) {
  return infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ pageParam }) =>
      api.log.listActions({
        ...filter,
        ...(pageParam === undefined ? {} : filter.order === 'oldest' ? { after: pageParam } : { before: pageParam }),
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
