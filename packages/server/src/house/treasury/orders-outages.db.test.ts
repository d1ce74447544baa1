import { describeOutages } from '../../chain/orders/testing/outages.spec.ts';
import { openHouseOrders } from './testing/treasury-orders.ts';

describeOutages('sweep', { many: true }, () => openHouseOrders('sweep'));
describeOutages('cold', { many: false }, () => openHouseOrders('cold'));
describeOutages('stake', { many: false }, () => openHouseOrders('stake'));
describeOutages('return', { many: true }, () => openHouseOrders('return'));
