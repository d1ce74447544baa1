export { addColdSignature } from './add-cold-signature.ts';
export { anchorStatement } from './anchor-statement.ts';
export { forgetLists } from './forget-lists.ts';
export { signReserves } from './sign-reserves.ts';
export { findDemand } from './snapshot-store.ts';
export { takeSnapshot } from './take-snapshot.ts';
export { writeColdText } from './write-cold-text.ts';
