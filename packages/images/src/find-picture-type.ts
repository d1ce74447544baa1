export type PictureType = 'jpeg' | 'png' | 'webp';

const startsWith = (bytes: Uint8Array, wanted: readonly number[], at = 0): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

/** What a file is by its first bytes, whatever it is called; undefined for everything that is not taken. */
export function findPictureType(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  return undefined;
}
