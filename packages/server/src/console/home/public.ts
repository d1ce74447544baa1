export { findAlarms, type FoundAlarm } from './find-alarms.ts';
export { showWaiting, type WaitingDeps } from './show-waiting.ts';
export { waitingRoles } from './waiting-roles.ts';
