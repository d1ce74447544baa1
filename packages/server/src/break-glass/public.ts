export { breakGlass, type BreakGlassOutcome } from './break-glass.ts';
export { countBreakGlass, listBreakGlass, listCustodians } from './break-glass-store.ts';
export { makeCustodianCode } from './make-custodian-code.ts';
