import { describeRestoredDatabase } from '../../chain/orders/testing/restored-database.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['sweep', 'cold', 'stake', 'return'] as const)
  describeRestoredDatabase(kind, () => openHouseOrders(kind));
