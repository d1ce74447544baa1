import { describeOtherBytes } from '../../chain/orders/testing/other-bytes.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeOtherBytes('payments', openPayoutOrders);
