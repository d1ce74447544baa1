import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { findPictureType } from './find-picture-type.ts';
import { imageHashBytes, pictureBytesMax } from './picture-limits.ts';
import { decodeInTurn, type PictureFault } from './run-decoder.ts';

/** A picture that is kept as evidence: the whole of it, at most 1,920 pixels on its longer side, as WebP. */
export type Evidence = {
  readonly picture: Buffer;
  /** What it looks like, 256 bits: the same picture saved in another way differs in few of them. */
  readonly imageHash: Buffer;
};

export type EvidenceRead = Evidence | { readonly fault: PictureFault | 'busy' };

/** More than any picture of the kept size needs. */
const outputBytesMax = 4 * 1024 * 1024;
/** What the formats are recognised by. */
const headBytes = 16;

/**
 * Decodes a stranger's file in a process of its own and makes a new picture from its pixels: nothing of the file itself is
 * kept, and it is never in this process's memory as a whole. Never throws for what the picture is.
 */
export async function reEncodeEvidence(file: string): Promise<EvidenceRead> {
  const { head, size } = await readHead(file);
  if (size > pictureBytesMax) return { fault: 'too-large' };
  if (findPictureType(head) === undefined) return { fault: 'not-a-picture' };
  const decoded = await decodeInTurn({ mode: 'evidence', input: createReadStream(file), outputBytesMax });
  if ('fault' in decoded) return decoded;
  return { imageHash: decoded.output.subarray(0, imageHashBytes), picture: decoded.output.subarray(imageHashBytes) };
}

async function readHead(file: string): Promise<{ readonly head: Buffer; readonly size: number }> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    await handle.read(head, 0, headBytes, 0);
    return { head, size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}
