import { afterAll } from 'vitest';
import { testExamples } from '../../../tools/examples/test-examples.ts';
import { startExampleChain } from './testing/example-chain.ts';
import { needsNode } from './testing/needs-node.ts';

// Functions that ask a node, with a local chain and the names of testing/example-chain.ts.
const chain = await startExampleChain();
afterAll(() => chain[Symbol.asyncDispose]());

await testExamples({
  folder: new URL('..', import.meta.url).pathname,
  modules: import.meta.glob('./!(*.test).ts'),
  isHere: needsNode,
  inWorld: (run) => chain.inWorld(run),
});
