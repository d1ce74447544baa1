export { anchorStatement } from './anchor-statement.ts';
export { forgetLists } from './forget-lists.ts';
export { findDemand } from './snapshot-store.ts';
export { takeSnapshot } from './take-snapshot.ts';
