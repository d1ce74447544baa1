export { sendDigests } from './send-digests.ts';
export { tellKeys } from './tell-keys.ts';
