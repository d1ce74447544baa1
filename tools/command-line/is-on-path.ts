import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Whether this machine has a program under this name. */
export function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
