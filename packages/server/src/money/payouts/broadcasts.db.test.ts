import { describeBroadcasts } from '../../chain/orders/testing/broadcasts.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeBroadcasts('payments', openPayoutOrders);
