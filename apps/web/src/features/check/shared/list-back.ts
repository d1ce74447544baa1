import type { SnapshotView } from '@tern/contracts/routes/check';

/** A page of published snapshots, the newest first, those below a number where one is given. */
export type ListPage = (input: {
  readonly before?: number;
  readonly limit: number;
}) => Promise<{ readonly snapshots: readonly SnapshotView[]; readonly nextBefore: number | null }>;

/** As many as a page of the server has at most. */
const atOnce = 100;

/**
 * The newest `limit` snapshots, the newest first, and without a gap all before them down to the number `downTo`, so that the
 * statements of today hang together with one that was seen before. Fewer where the server says that there are no more.
 */
export async function listBack(
  list: ListPage,
  { limit, downTo }: { readonly limit: number; readonly downTo: number },
): Promise<readonly SnapshotView[]> {
  let { snapshots, nextBefore } = await list({ limit });
  const all = [...snapshots];
  // Whatever a server answers, each page is further back than the one before.
  for (let oldest = all.at(-1)?.number; oldest !== undefined && oldest > downTo && nextBefore !== null;) {
    ({ snapshots, nextBefore } = await list({ before: oldest, limit: atOnce }));
    const found = snapshots.at(-1)?.number;
    if (found === undefined || found >= oldest) break;
    oldest = found;
    all.push(...snapshots);
  }
  return all;
}
