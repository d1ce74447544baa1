import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

const folder = 'pictures';

/** Copies the pictures people handed in beside the copy of the database; what went since the last copy goes here too. */
export async function backUpPictures(dataDir: string, to: string): Promise<void> {
  const from = join(dataDir, folder);
  // Theirs to have forgotten on its date: an old copy must not bring one back.
  await rm(join(to, folder), { recursive: true, force: true });
  if (existsSync(from)) await cp(from, join(to, folder), { recursive: true, preserveTimestamps: true });
}

/** Brings pictures of a copy back. One that is there already is the same one: no name is used twice. */
export async function restorePictures(from: string, dataDir: string): Promise<void> {
  const kept = join(from, folder);
  if (!existsSync(kept)) return;
  await cp(kept, join(dataDir, folder), { recursive: true, force: false, preserveTimestamps: true });
}
