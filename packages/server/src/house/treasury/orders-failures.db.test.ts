import { describeFailures } from '../../chain/orders/testing/failures.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

describeFailures('return', () => openHouseOrders('return'));
