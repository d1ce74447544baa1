export { keepNodeReports, listNodeReports } from './node-report-store.ts';
export { openNodeWatch, type NodeReport, type NodeWatch } from './open-node-watch.ts';
