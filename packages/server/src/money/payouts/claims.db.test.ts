import { describeClaims } from '../../chain/orders/testing/claims.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeClaims('payments', 'withdrawals', openPayoutOrders);
