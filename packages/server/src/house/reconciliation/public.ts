export { bookColdReturn, checkColdReturn, type ColdReturnRefusal } from './book-cold-return.ts';
export { bookLoss, checkLoss, type LossRefusal } from './book-loss.ts';
export { reconcile, type ReconcileDeps, type ReserveReport } from './reconcile.ts';
export { listColdArrivals } from './book-cold-return.ts';
export { showPlaces, showReserves, type Reserves } from './show-reserves.ts';
