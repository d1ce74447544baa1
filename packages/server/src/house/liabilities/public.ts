export { anchorStatement } from './anchor-statement.ts';
export { forgetLists } from './forget-lists.ts';
export { takeSnapshot } from './take-snapshot.ts';
