export { breakGlass, type BreakGlassOutcome } from './break-glass.ts';
export { countBreakGlass, listBreakGlass, listCustodians } from '../../people/operators/public.ts';
export { makeCustodianCode } from './make-custodian-code.ts';
