import type { PersonId, SwapId } from '@tern/base/ids';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { selectSwaps, type SwapFilter } from './swap-store.ts';
import { renderSwap } from './swap.ts';

export type ListSwapsInput = SwapFilter & {
  readonly personId: PersonId;
  /** The last swap of the page before. */
  readonly cursor?: SwapId | undefined;
  readonly limit: number;
};

/** A page of a person's swaps, newest first; `nextCursor` is null where there are no more. */
export async function listSwaps(
  db: DbReader,
  { cursor, limit, ...filter }: ListSwapsInput,
): Promise<{ readonly swaps: SwapView[]; readonly nextCursor: string | null }> {
  const { page, last } = await readPage(limit, (most) => selectSwaps(db, { ...filter, after: cursor, limit: most }));
  return { swaps: page.map(renderSwap), nextCursor: last?.id ?? null };
}
