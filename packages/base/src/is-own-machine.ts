import { isIP } from 'node:net';

/** Whether only this machine is reached under `host`, written as in an address (`[::1]`) or as a server listens (`::1`). Pure. */
export function isOwnMachine(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));
}
