import { testExamples } from '../../../tools/examples/test-examples.ts';
import { exampleWorld } from './testing/example-world.ts';
import { needsNode } from './testing/needs-node.ts';

// Functions that ask no node, with the names of testing/example-world.ts. The others are in node-examples.test.ts.
await testExamples({
  folder: new URL('..', import.meta.url).pathname,
  modules: import.meta.glob('./!(*.test).ts'),
  isHere: (example) => !needsNode(example),
  inWorld: (run) => run(exampleWorld),
});
