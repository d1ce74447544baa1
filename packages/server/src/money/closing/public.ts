export { closingWaitDays } from './closing.ts';
export { findDueClosing } from './closing-store.ts';
export { closeDueAccounts } from './close-due-accounts.ts';
export { eraseOldClosings } from './erase-old-closings.ts';
export { startExport, type ExportDataDeps } from './export-data.ts';
