export { countCall } from './call-store.ts';
export { findKey } from './find-key.ts';
export { changeKey, insertKey, lockKey, revokeKey, selectKeys as listKeys } from './key-store.ts';
export { mayComeFrom, newKeyToken, type ServiceKey } from './service-key.ts';
