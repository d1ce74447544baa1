export { listTransactions } from './list-transactions.ts';
export { dayAfter, startOfDay } from './place.ts';
export { readSearch, type SearchedAssets, type TypedSearch } from './read-search.ts';
export { selectPersonById, selectPersonByNumber, selectPersonByUsername, selectWalletOf } from './search-store.ts';
export type { Party } from './transaction.ts';
