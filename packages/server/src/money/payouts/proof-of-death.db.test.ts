import { describeProofs } from '../../chain/orders/testing/proof-of-death.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeProofs('payments', openPayoutOrders);
