// `node tools/run.mjs <file.ts> …`: runs one of our scripts under Node 24 with everything installed.
import { runUnderNode24 } from './bootstrap.mjs';

const [entry, ...args] = process.argv.slice(2);
await runUnderNode24(entry, args);
