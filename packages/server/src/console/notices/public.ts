export { sendDigests } from './send-digests.ts';
export { tellNewKeys } from './tell-new-keys.ts';
