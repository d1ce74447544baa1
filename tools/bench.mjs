import { runUnderNode24 } from './bootstrap.mjs';

await runUnderNode24('tests/bench/run-bench.ts');
