import { describeUnexpectedReceipts } from '../../chain/orders/testing/unexpected-receipts.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['cold', 'return'] as const) describeUnexpectedReceipts(kind, () => openHouseOrders(kind));
