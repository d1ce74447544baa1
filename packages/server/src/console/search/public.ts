export { findTargets } from './find-targets.ts';
export { searchRoles, type FoundKind } from './search-roles.ts';
