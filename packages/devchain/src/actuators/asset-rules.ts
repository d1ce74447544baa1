import { invalidContract } from '../chain/refusal.ts';

const urlBytesMax = 256;
const descriptionBytesMax = 200;
/** Bytes of bandwidth the network gave out a day when tokens came to be; limits of tokens are below it. */
const netLimitEnd = 57_600_000_000n;

export function isUrl(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.length <= urlBytesMax;
}

export function isDescription(bytes: Uint8Array): boolean {
  return bytes.length <= descriptionBytesMax;
}

/** Refuses limits of the bandwidth that an issuer gives holders. */
export function checkNetLimits(each: bigint, together: bigint): void {
  if (each < 0n || each >= netLimitEnd) throw invalidContract('Invalid FreeAssetNetLimit');
  if (together < 0n || together >= netLimitEnd) throw invalidContract('Invalid PublicFreeAssetNetLimit');
}
