import { runUnderNode24 } from './bootstrap.mjs';

await runUnderNode24('tools/suite/run-suite.ts');
