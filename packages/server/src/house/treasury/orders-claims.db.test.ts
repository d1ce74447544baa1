import { describeClaims } from '../../chain/orders/testing/claims.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

for (const kind of ['sweep', 'return'] as const) describeClaims(kind, 'treasury_orders', () => openHouseOrders(kind));
