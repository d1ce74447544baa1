export { selectAuditFiles, selectChangesAmong as listProposals } from './change-store.ts';
