export { breakGlass, type BreakGlassOutcome } from './break-glass.ts';
export { makeCustodianCode } from './make-custodian-code.ts';
