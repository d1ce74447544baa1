import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@tern/base/clock';
import { restoreMarkPath } from './open-signer.ts';
import { copyPath, openStore, openStoreUnlessInUse, storePath } from './open-store.ts';
import { hasSeed, seedPath } from './seed-file.ts';

/** Where a signer keeps what is backed up. With a key service the seed is elsewhere, and is backed up there. */
type BackedUp = { readonly directory: string; readonly keyService?: string | undefined };

/**
 * Copies the store and, where the keys are here, the sealed seed into `folder`. A running signer has its store locked and is
 * asked (`askForCopy`) to write the copy itself.
 */
export async function backUpSigner(place: BackedUp, folder: string, askForCopy: () => Promise<void>): Promise<void> {
  const { directory, keyService } = place;
  if (keyService === undefined && !hasSeed(directory)) throw new Error(`There is no seed in ${directory}.`);
  const store = openStoreUnlessInUse(directory);
  if (store === undefined) await askForCopy();
  else {
    store.writeCopy();
    store.close();
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(copyPath(directory), storePath(folder));
  if (keyService === undefined) replaceFile(seedPath(directory), seedPath(folder));
}

/**
 * Brings the store and, where the keys are here, the sealed seed back from `folder`, marked so that the signer starts in
 * quarantine, or as `mark` says. What was in their place is moved into a folder beside them, whose path is returned. Throws where a signer has the
 * store open.
 */
export function restoreSigner(
  place: BackedUp,
  folder: string,
  clock: Clock,
  mark: () => void = () => writeFileSync(restoreMarkPath(place.directory), clock.now().toISOString(), { mode: 0o600 }),
): string | undefined {
  const { directory, keyService } = place;
  if (!existsSync(storePath(folder))) throw new Error(`There is no complete signer backup in ${folder}.`);
  if (keyService === undefined && !existsSync(seedPath(folder)))
    throw new Error(
      `There is no complete signer backup in ${folder}: it has no seed. If it is of a signer with a key service, set SIGNER_KEY_SERVICE.`,
    );
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const aside = existsSync(storePath(directory)) ? moveAside(place, clock) : undefined;
  // Before the store: a restore that is cut off must not leave an old store that looks like the newest.
  mark();
  replaceFile(storePath(folder), storePath(directory));
  if (keyService === undefined) replaceFile(seedPath(folder), seedPath(directory));
  return aside;
}

function moveAside({ directory, keyService }: BackedUp, clock: Clock): string {
  openStore(directory).close();
  const aside = join(directory, `before-${clock.now().toISOString().replaceAll(':', '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  const store = [storePath(directory), `${storePath(directory)}-wal`];
  for (const path of keyService === undefined ? [...store, seedPath(directory)] : store) {
    if (existsSync(path)) renameSync(path, join(aside, path.slice(directory.length + 1)));
  }
  return aside;
}

function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}
