export { addDay } from './add-day.ts';
export { listLogDays } from './list-log-days.ts';
export { listLogFaults, logChecks } from './list-log-faults.ts';
export { proveRecord } from './prove-record.ts';
export { readLogHead } from './read-log-head.ts';
export { openLogWatch } from './watch-log.ts';
