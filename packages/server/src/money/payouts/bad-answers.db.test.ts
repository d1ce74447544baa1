import { describeBadAnswers } from '../../chain/orders/testing/bad-answers.spec.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeBadAnswers('payments', { many: true }, openPayoutOrders);
