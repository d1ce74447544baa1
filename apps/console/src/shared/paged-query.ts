import { infiniteQueryOptions } from '@tanstack/react-query';

/**
 * A list that the server gives page by page, each with the cursor of the `next`. It is read again every `everyMs`, all pages that
 * are open, so that what others decide or add meanwhile is never shown twice or left out.
 */
export function pagedQuery<Answer extends { readonly next: string | null }>(
  queryKey: readonly unknown[],
  read: (page: { readonly after?: string }) => Promise<Answer>,
  everyMs: number,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === undefined ? {} : { after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: everyMs,
  });
}
