import { statfs } from 'node:fs/promises';

/** Share of the disk under this folder that is used up for everybody but the system's own user; undefined where nothing says. */
export async function readDiskUse(folder: string): Promise<number | undefined> {
  try {
    const { blocks, bavail } = await statfs(folder);
    return blocks === 0 ? undefined : 1 - bavail / blocks;
  } catch {
    return undefined;
  }
}
