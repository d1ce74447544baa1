import type { DbReader } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { findPrice, valueInUsdtCeil } from '../../chain/prices/public.ts';
import type { LevelLimit } from '../../people/levels/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';

/**
 * Whether, at the prices of now, a smallest send of some asset would be more than a level may send in 24 hours: what
 * arrives of it could never leave.
 */
export async function isMinimumAboveLevel(
  db: DbReader,
  {
    limits,
    minimums,
  }: { readonly limits: readonly LevelLimit[]; readonly minimums: readonly SendingTerms['minimums'][] },
): Promise<boolean> {
  for (const assetId of assetIds) {
    const price = await findPrice(db, assetId);
    // What has no price is not sent at all.
    if (price === undefined) continue;
    const values = minimums.map((each) => valueInUsdtCeil(each[assetId], price));
    if (limits.some((limit) => limit !== null && values.some((value) => value > limit))) return true;
  }
  return false;
}
