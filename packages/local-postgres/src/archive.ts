import { chown, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { canReach, type ServerUser } from './run-as.ts';

/** Most seconds until something written is in the archive too. */
export const archiveTimeoutSeconds = 60;

/** The link in the server's home that says where its log is archived. Without it nothing is. */
export function archiveLink(home: string): string {
  return join(home, 'archive');
}

/**
 * What the server runs for each finished piece of its log. A folder that is named but not there is a failure, which the
 * server says in its log and tries again, keeping every piece until then.
 */
export function archiveCommand(home: string): string {
  const link = archiveLink(home);
  return `test ! -L "${link}" || test -f "${link}/%f" || { cp "%p" "${link}/%f.part" && mv "${link}/%f.part" "${link}/%f"; }`;
}

/** Has the log archived into `folder` from now on. Throws where the server's user cannot get there. */
export async function archiveInto(folder: string, { home, user }: { home: string; user: ServerUser }): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  if (!canReach(user, folder))
    throw new Error(`The user PostgreSQL runs as cannot enter ${folder}: open the folders above it with chmod o+x`);
  const link = archiveLink(home);
  const present = await readlink(link).catch(() => undefined);
  if (present === folder) return;
  await rm(`${link}.new`, { force: true });
  await symlink(folder, `${link}.new`);
  await rename(`${link}.new`, link);
}
