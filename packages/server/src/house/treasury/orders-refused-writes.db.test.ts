import { describeRefusedWrites } from '../../chain/orders/testing/refused-writes.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['sweep', 'cold', 'stake', 'return'] as const)
  describeRefusedWrites(kind, () => openHouseOrders(kind));
