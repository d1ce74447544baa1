import type { PartCursor } from './joined-cursor.ts';

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

/** The same of one list of several that an answer gives together: no rows and no next page where it has ended before. */
export async function readPart<Row extends { readonly place: string }>(
  { size, after }: { readonly size: number; readonly after: PartCursor },
  select: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>,
): Promise<{ readonly page: readonly Row[]; readonly next: string | null }> {
  if (after === null) return { page: [], next: null };
  const { page, last } = await readPage(size, (limit) => select({ after, limit }));
  return { page, next: last?.place ?? null };
}
