import { describeBadAnswers } from '../../chain/orders/testing/bad-answers.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

describeBadAnswers('sweep', { many: true }, () => openHouseOrders('sweep'));
