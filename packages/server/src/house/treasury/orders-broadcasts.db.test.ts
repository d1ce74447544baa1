import { describeBroadcasts } from '../../chain/orders/testing/broadcasts.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

describeBroadcasts('sweep', () => openHouseOrders('sweep'));
