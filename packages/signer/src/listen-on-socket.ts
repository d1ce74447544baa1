import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createConnection, type Server } from 'node:net';
import { dirname } from 'node:path';

/** Who can connect: this user alone, or also the group of the socket's folder. */
export type SocketReach = 'user' | 'group';

/**
 * Has a server listen on a unix socket that never stands open to others, not even for a moment. What an ended process left in
 * its place is removed.
 * @throws Error where another process serves there, something else is there, or this user is not in the folder's group
 */
export async function listenOnSocket(server: Server, socketPath: string, reach: SocketReach): Promise<void> {
  const folder = dirname(socketPath);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await removeDeadSocket(socketPath);
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(socketPath, done);
    });
  } finally {
    process.umask(mask);
  }
  if (reach === 'user') return;
  try {
    giveToGroupOf(folder, socketPath);
  } catch (error) {
    server.close();
    throw error;
  }
}

async function removeDeadSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket())
    throw new Error(`${path} is no socket, so it is not replaced. Name another path, or remove it.`);
  if (await hasListener(path)) throw new Error(`Another process serves at ${path}. End it first.`);
  rmSync(path, { force: true });
}

function hasListener(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => answer(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

function giveToGroupOf(folder: string, path: string): void {
  const { gid } = statSync(folder);
  const { uid, gid: given } = statSync(path);
  try {
    if (given !== gid) chownSync(path, uid, gid);
  } catch {
    throw new Error(`This user is not in the group (${gid}) of ${folder}, so the group cannot be let in.`);
  }
  chmodSync(path, 0o660);
}
