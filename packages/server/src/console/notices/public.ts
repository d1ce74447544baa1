export { sendDigests } from './send-digests.ts';
export { tellAddresses } from './tell-addresses.ts';
export { tellKeys } from './tell-keys.ts';
