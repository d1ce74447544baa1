import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@tern/base/clock';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { restoreMarkPath } from './open-signer.ts';
import { copyPath, openStore, storePath } from './open-store.ts';
import { seedPath } from './seed-file.ts';

/**
 * Copies store and sealed seed into `folder`. A running signer has its store locked and is asked (`askForCopy`) to write
 * the copy itself.
 */
export async function backUpSigner(directory: string, folder: string, askForCopy: () => Promise<void>): Promise<void> {
  try {
    await askForCopy();
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) throw error;
    const store = openStore(directory);
    store.writeCopy();
    store.close();
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(copyPath(directory), storePath(folder));
  replaceFile(seedPath(directory), seedPath(folder));
}

/**
 * Brings store and sealed seed back from `folder`, marked so that the signer starts in quarantine. What was in their place
 * is moved into a folder beside them, whose path is returned. Throws where a signer has the store open.
 */
export function restoreSigner(directory: string, folder: string, clock: Clock): string | undefined {
  if (!existsSync(storePath(folder)) || !existsSync(seedPath(folder)))
    throw new Error(`There is no complete signer backup in ${folder}.`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const aside = existsSync(storePath(directory)) ? moveAside(directory, clock) : undefined;
  // Before the store: a restore that is cut off must not leave an old store that looks like the newest.
  writeFileSync(restoreMarkPath(directory), clock.now().toISOString(), { mode: 0o600 });
  replaceFile(storePath(folder), storePath(directory));
  replaceFile(seedPath(folder), seedPath(directory));
  return aside;
}

function moveAside(directory: string, clock: Clock): string {
  openStore(directory).close();
  const aside = join(directory, `before-${clock.now().toISOString().replaceAll(':', '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const path of [storePath(directory), `${storePath(directory)}-wal`, seedPath(directory)]) {
    if (existsSync(path)) renameSync(path, join(aside, path.slice(directory.length + 1)));
  }
  return aside;
}

function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}
