/**
 * Surroundings of a process that a test starts: where commands are, and the code that Node has compiled before, which halves
 * the time a start takes; otherwise only what is given.
 */
export function processEnv(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    // Node takes an empty one for none.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...given,
  };
}
