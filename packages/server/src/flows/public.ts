export { selectStops as listFlowStops } from './flow-store.ts';
export { openFlowReader } from './open-flow-reader.ts';
