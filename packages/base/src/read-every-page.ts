const pageRows = 200;

/**
 * Every row of a list that is given page by page, `size` rows at a time, each page behind the place of the last row before it. What
 * comes or goes meanwhile is missed or not; no other row is, and none comes twice.
 */
export function readEveryPage<Row extends { readonly place: string }>(
  select: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>,
  size = pageRows,
): Promise<readonly Row[]> {
  return readBehind<Row>((last, limit) => select({ after: last?.place, limit }), size);
}

/** The same of a list whose rows are places themselves: each page is behind the `last` row before it. */
export async function readBehind<Row>(
  select: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  size = pageRows,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let last: Row | undefined;
  for (;;) {
    const page = await select(last, size);
    rows.push(...page);
    last = page.at(-1);
    if (page.length < size || last === undefined) return rows;
  }
}
