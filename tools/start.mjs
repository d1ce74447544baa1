import { runUnderNode24 } from './bootstrap.mjs';

await runUnderNode24('tools/launch/start.ts');
