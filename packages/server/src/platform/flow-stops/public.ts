export { deleteStop, insertStop, selectStops, selectStops as listFlowStops } from './flow-store.ts';
