export { searchRoles, type FoundKind } from './search-roles.ts';
