export { reconcile, type ReconcileDeps, type ReserveReport } from './reconcile.ts';
export { showReserves, type Reserves } from './show-reserves.ts';
