import type { PersonId, SwapId } from '@tern/base/ids';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { DbReader } from '@tern/db/database';
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
  const found = await selectSwaps(db, { ...filter, after: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { swaps: page.map(renderSwap), nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}
