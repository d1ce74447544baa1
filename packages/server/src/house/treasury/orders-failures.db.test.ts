import { describeFailures } from '../../chain/orders/testing/failures-spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['cold', 'return'] as const) describeFailures(kind, () => openHouseOrders(kind));
