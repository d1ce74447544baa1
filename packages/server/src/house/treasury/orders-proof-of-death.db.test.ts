import { describeProofs } from '../../chain/orders/testing/proof-of-death.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['sweep', 'cold', 'stake', 'return'] as const) describeProofs(kind, () => openHouseOrders(kind));
