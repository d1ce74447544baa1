export { firePriceAlerts, type FirePriceAlertsDeps } from './fire-price-alerts.ts';
export { listOwnPriceAlerts } from './list-own-price-alerts.ts';
export { deleteAlerts as deletePriceAlerts } from './price-alert-store.ts';
