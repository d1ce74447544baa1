import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sumOpenOrders } from './order-store.ts';

/** What whoever promises money of the hot wallet has to know of the treasury. */
export const hotMoney = { sumTreasuryOutflows: (db: DbReader, assetId: AssetId) => sumOpenOrders(db, 'hot', assetId) };
