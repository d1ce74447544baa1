import type { PersonId, SwapId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { DbReader } from '@tern/db/database';
import { findSwap } from './swap-store.ts';
import { renderSwap } from './swap.ts';

/** One swap of this person. Throws `NOT_FOUND` for any other. */
export async function getSwap(
  db: DbReader,
  { personId, id }: { readonly personId: PersonId; readonly id: SwapId },
): Promise<SwapView> {
  const swap = await findSwap(db, personId, id);
  if (swap === undefined) throw problem('NOT_FOUND');
  return renderSwap(swap);
}
