export { findHold, findHolds, insertHold } from './hold-store.ts';
export { makeStopLink } from './make-stop-link.ts';
export { noteAddressChange } from './note-address-change.ts';
export { protectAfterChange } from './protect-after-change.ts';
export { spendStop } from './stop-store.ts';
export { wasStoppedSince } from './was-stopped-since.ts';
