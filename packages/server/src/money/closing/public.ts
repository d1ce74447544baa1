export { closingWaitDays } from './closing.ts';
export { findDueClosing } from './closing-store.ts';
export { closeDueAccounts } from './close-due-accounts.ts';
export { startExport, type ExportDataDeps } from './export-data.ts';
