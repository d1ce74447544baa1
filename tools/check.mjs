import { runUnderNode24 } from './bootstrap.mjs';

await runUnderNode24('tools/gates/check.ts');
