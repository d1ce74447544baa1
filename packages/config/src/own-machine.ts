const names: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '[::1]']);

/** Whether the host of an address is this machine, as `URL` writes it. */
export function isOwnMachine(hostname: string): boolean {
  return names.has(hostname);
}
