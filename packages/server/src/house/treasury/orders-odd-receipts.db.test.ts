import { describeOddReceipts } from '../../chain/orders/testing/odd-receipts.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['cold', 'return'] as const) describeOddReceipts(kind, () => openHouseOrders(kind));
