import { describeOutages } from '../../chain/orders/testing/outages.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeOutages('payments', { many: true }, openPayoutOrders);
