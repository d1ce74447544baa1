import { describeRefusedWrites } from '../../chain/orders/testing/refused-writes.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeRefusedWrites('payments', openPayoutOrders);
