/**
 * Reads the next page for somebody who has gone past the last row by keyboard. `MoreRows`, which has to stand on the page too,
 * shows that it is read, and that it failed.
 */
export function readNextPage(query: { readonly hasNextPage: boolean; readonly fetchNextPage: () => unknown }): void {
  if (query.hasNextPage) void query.fetchNextPage();
}
