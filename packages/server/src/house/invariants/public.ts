export { invariantIds, type Breach, type InvariantId, type Scope } from './breach.ts';
export { findBooksHealth } from './find-books-health.ts';
export { findBreaches } from './find-breaches.ts';
export { findShortages } from './find-shortages.ts';
export { selectAlarms as listBrokenInvariants, selectAlarmTimes as listBookAlarms } from './watch-store.ts';
export { watchBooks, type WatchBooksDeps } from './watch-books.ts';
