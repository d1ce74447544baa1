import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const leastBytes = 6 * 2 ** 30;

/**
 * Where the databases of tests are kept: in memory where the machine has six GiB of it to spare (a database is a thousand
 * files, which a disk takes ten times as long to make), in the system's temporary folder anywhere else.
 */
export function fastFolder(): string {
  return isRoomy() ? memory : tmpdir();
}

/** Everywhere that `fastFolder` has ever been, which depends on how much memory was free. */
export function fastFolders(): readonly string[] {
  return existsSync(memory) ? [memory, tmpdir()] : [tmpdir()];
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastBytes && process.availableMemory() >= leastBytes;
  } catch {
    return false;
  }
}
