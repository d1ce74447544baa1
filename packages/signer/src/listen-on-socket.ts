import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { dirname } from 'node:path';

/** Who can connect: this user alone, or also the group of the socket. */
const modes = { user: 0o600, group: 0o660 } as const;

/**
 * Has a server listen on a unix socket that never stands open to others, not even for a moment. The caller holds a lock
 * or owns the place, so an old socket is stale.
 */
export async function listenOnSocket(server: Server, socketPath: string, reach: keyof typeof modes): Promise<void> {
  mkdirSync(dirname(socketPath), { recursive: true, mode: 0o700 });
  rmSync(socketPath, { force: true });
  const mask = process.umask(0o777 & ~modes[reach]);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(socketPath, done);
  });
  process.umask(mask);
  chmodSync(socketPath, modes[reach]);
}
