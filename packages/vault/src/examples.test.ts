import { testExamples } from '../../../tools/examples/test-examples.ts';

// The examples of this package name its own exports and nothing else.
await testExamples({
  folder: new URL('..', import.meta.url).pathname,
  modules: import.meta.glob('./!(*.test).ts'),
  inWorld: (run) => run({}),
});
