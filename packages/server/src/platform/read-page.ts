/**
 * A page of a list that is read with `limit`, at most `size` rows of it. One row more is read than is given, so that `last`,
 * after which the next page goes on, is null where there is none.
 */
export async function readPage<Row>(
  size: number,
  select: (limit: number) => Promise<readonly Row[]>,
): Promise<{ readonly page: readonly Row[]; readonly last: Row | null }> {
  const found = await select(size + 1);
  const page = found.slice(0, size);
  return { page, last: found.length > size ? (page.at(-1) ?? null) : null };
}
