export { flowsClosedByInvariants } from './closed-by-invariants.ts';
export { openFlowReader } from './open-flow-reader.ts';
