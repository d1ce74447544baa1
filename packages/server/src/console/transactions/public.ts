export { listTransactions } from './list-transactions.ts';
export { readSearch, type SearchedAssets, type TypedSearch } from './read-search.ts';
export { selectPersonById, selectPersonByNumber, selectPersonByUsername, selectWalletOf } from './search-store.ts';
