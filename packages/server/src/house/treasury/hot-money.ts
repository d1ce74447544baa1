import type { SumOutflows } from '../../chain/orders/public.ts';
import { sumOpenOutflows } from '../../money/payouts/public.ts';
import { sumOpenOrders } from './order-store.ts';

/** What the house's orders under way may still take out of the hot wallet. */
export const sumTreasuryOutflows: SumOutflows = (db, assetId) => sumOpenOrders(db, 'hot', assetId);

/** All that is promised of the hot wallet, to people and to the house. */
export const hotOutflows: readonly SumOutflows[] = [sumOpenOutflows, sumTreasuryOutflows];
