/**
 * Every row of a list that is given page by page, `size` rows at a time, each page behind the place of the last row before it. What
 * comes or goes meanwhile is missed or not; no other row is, and none comes twice.
 */
export async function readEveryPage<Row extends { readonly place: string }>(
  select: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>,
  size = 200,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let last: Row | undefined;
  for (;;) {
    const page = await select({ after: last?.place, limit: size });
    rows.push(...page);
    last = page.at(-1);
    if (page.length < size || last === undefined) return rows;
  }
}
