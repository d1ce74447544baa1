export { selectChangesAmong as listProposals } from './change-store.ts';
