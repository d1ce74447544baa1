export { findNamedPerson } from './find-named-person.ts';
export { listTransactions, type ListDeps } from './list-transactions.ts';
export { dayAfter, startOfDay } from './place.ts';
export { readSearch, type SearchedAssets, type TypedSearch } from './read-search.ts';
export { recordsByNumber } from './search-store.ts';
export { showTransaction, type ShowDeps } from './show-transaction.ts';
