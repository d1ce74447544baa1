import { testExamples } from '../../../tools/examples/test-examples.ts';

// The examples of this package name its own exports and nothing else; each starts a chain of its own.
await testExamples({
  folder: new URL('..', import.meta.url).pathname,
  modules: {
    './start-devchain.ts': () => import('./start-devchain.ts'),
    './chain/refusal.ts': () => import('./chain/refusal.ts'),
  },
  inWorld: (run) => run({}),
});
