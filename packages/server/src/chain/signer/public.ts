export { checkPermissions, describePermission, type PermissionFinding } from './check-permissions.ts';
export { guardKeys } from './guard-keys.ts';
export { noteSignerLimits } from './note-signer-limits.ts';
export { readBackOutflows, type SignerReport } from './read-back-outflows.ts';
export { rememberSigner } from './remember-signer.ts';
export { findSignerAccounts } from './signer-accounts-store.ts';
export { selectSignerLimits as listSignerLimits } from './signer-limits-store.ts';
