import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds } from '@tern/money/asset';
import { listAssetClosings } from '../../chain/assets/public.ts';
import { findPrice, type Price } from '../../chain/prices/public.ts';
import type { WalletValues } from '../../people/wallets/public.ts';
import { shareReading } from '../../platform/share-reading.ts';
import { readSellValue } from '../swaps/public.ts';

/** Every screen asks for an overview, and prices seldom change within a second, so one reading serves all of that second. */
const sharedForMs = 1_000;

/** Returns the figures by which wallets are valued, read in one transaction at most once a second for all requests. */
export function openWalletValues({
  db,
  clock,
  swaps,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly swaps: Parameters<typeof readSellValue>[0];
}): () => Promise<WalletValues> {
  return shareReading({ clock, forMs: sharedForMs }, () =>
    transact(
      db,
      async (tx) => {
        const prices = new Map<(typeof assetIds)[number], Price>();
        for (const assetId of assetIds) {
          const price = await findPrice(tx, assetId);
          if (price !== undefined) prices.set(assetId, price);
        }
        return {
          prices,
          findRewardValue: await readSellValue(swaps, tx, 'reward'),
          closings: await listAssetClosings(tx),
        };
      },
      { isolation: 'repeatable read' },
    ),
  );
}
