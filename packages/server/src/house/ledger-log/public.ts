export { addDay } from './add-day.ts';
export { keepLog, type LogKeeper } from './keep-log.ts';
export { listLogDays } from './list-log-days.ts';
export { listLogFaults, logChecks } from './list-log-faults.ts';
export { proveConsistency } from './prove-consistency.ts';
export { proveEntries } from './prove-entries.ts';
export { readLogHead } from './read-log-head.ts';
export { openLogWatch } from './watch-log.ts';
