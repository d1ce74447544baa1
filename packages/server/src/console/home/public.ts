export { findAlarms, firingSamples, type FoundAlarm } from './find-alarms.ts';
export { showWaiting, type WaitingDeps } from './show-waiting.ts';
export { toldSamples } from './told-samples.ts';
export { waitingRoles } from './waiting-roles.ts';
