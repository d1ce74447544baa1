import { hostname } from 'node:os';

/** Where a process runs: its machine and the port of its health page, which another start of it has again. */
export function placeOf(healthPort: number): string {
  return `${hostname()}:${healthPort}`;
}
