/**
 * Loaded into a process before its own code (`node --import`): from the moment the file that TESTKIT_LEAK_FILE names is there,
 * its heap grows until V8 finds no room and ends the process, wherever its own code is then.
 */
import { existsSync } from 'node:fs';

const file = process.env['TESTKIT_LEAK_FILE'];
if (file === undefined) throw new Error('TESTKIT_LEAK_FILE is not set');
const held: unknown[] = [];
setInterval(() => {
  if (existsSync(file)) held.push(Array.from({ length: 40_000 }, (_, index) => ({ index, held })));
}, 15).unref();
