import { toWire } from '@tern/base/to-wire';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import type { DbReader } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { amountWithinUsdt, findPrice } from '../../chain/prices/public.ts';
import { listSignerLimits } from '../../chain/signer/public.ts';
import type { TermValues } from '../../people/terms/public.ts';

/**
 * The largest send and what leaves in a day without review, in each coin at its price, beside what the signer signs by
 * itself: what is above waits for two security keys. `versions` are those in force and to come; the largest counts.
 */
export async function compareWithSigner(
  db: DbReader,
  versions: readonly { readonly values: TermValues }[],
): Promise<ConsoleTermsView['signer']> {
  const largest = (name: 'withdrawalMax' | 'withdrawalHouseDailyMax'): bigint =>
    versions.reduce((most, { values }) => (values[name] > most ? values[name] : most), 0n);
  const limits = await listSignerLimits(db);
  const found: ConsoleTermsView['signer'] = [];
  for (const assetId of assetIds) {
    const price = await findPrice(db, assetId);
    const limit = limits.find((each) => each.assetId === assetId);
    // Without a price nothing of it is sent.
    if (price === undefined) continue;
    const sends = amountWithinUsdt(units(largest('withdrawalMax')), price);
    const sendsADay = amountWithinUsdt(units(largest('withdrawalHouseDailyMax')), price);
    found.push(
      toWire({
        assetId,
        sends,
        sendsADay,
        signs: limit === undefined ? null : limit.perOrder,
        signsADay: limit === undefined ? null : limit.perDay,
        above: limit === undefined ? null : sends > limit.perOrder || sendsADay > limit.perDay,
      }),
    );
  }
  return found;
}
