export { selectAuditFiles, selectChangesAmong as listProposals } from './change-store.ts';
export { forgetSuggestions } from './forget-suggestions.ts';
export { requireDecider } from './require-decider.ts';
export { showSuggestion, suggestChange, type SuggestDeps } from './suggestions.ts';
