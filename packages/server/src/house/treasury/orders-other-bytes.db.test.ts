import { describeOtherBytes } from '../../chain/orders/testing/other-bytes.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['sweep', 'cold', 'stake', 'return'] as const) describeOtherBytes(kind, () => openHouseOrders(kind));
