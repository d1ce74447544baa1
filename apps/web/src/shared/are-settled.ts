/** As much of a query as says whether it was answered; those of TanStack fit. */
type Asked = { readonly data: unknown; readonly failureCount: number; readonly errorUpdateCount: number };

/**
 * Whether each was answered, or has failed at some time: what depends on it can be laid out, and need not move later. Being
 * asked again does not undo it: what is laid out then may itself ask again what failed.
 */
export function areSettled(...queries: readonly Asked[]): boolean {
  return queries.every(
    ({ data, failureCount, errorUpdateCount }) => data !== undefined || failureCount > 0 || errorUpdateCount > 0,
  );
}
