import { describeFailures } from '../../chain/orders/testing/failures.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

// A sweep of TRX and a stake call no contract, so there is no call to fail.
for (const kind of ['cold', 'return'] as const) describeFailures(kind, () => openHouseOrders(kind));
