/** As much of a query as says whether it was answered; those of TanStack fit. */
type Asked = { readonly data: unknown; readonly failureCount: number; readonly isError: boolean };

/** Whether each was answered, or failed once: what depends on it can be laid out, and need not move later. */
export function areSettled(...queries: readonly Asked[]): boolean {
  return queries.every(({ data, failureCount, isError }) => data !== undefined || isError || failureCount > 0);
}
