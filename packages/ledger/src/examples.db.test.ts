import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll } from 'vitest';
import { testExamples, type World } from '../../../tools/examples/test-examples.ts';
import { createExampleWorld, rollingBack, type ExampleWorld } from './test-example-world.ts';

// The examples of this package, with the names of test-example-world.ts.
let shared: TestDatabase;
let world: ExampleWorld;

beforeAll(async () => {
  shared = await createTestDatabase();
  world = await createExampleWorld(shared.asWorker);
});
afterAll(() => shared.drop());

/** For functions that begin transactions themselves. */
async function inOwnDatabase(run: (names: World) => Promise<void>): Promise<void> {
  const own = await createTestDatabase();
  try {
    await run({ ...(await createExampleWorld(own.asWorker)), db: own.asWorker });
  } finally {
    await own.drop();
  }
}

await testExamples({
  folder: new URL('..', import.meta.url).pathname,
  modules: import.meta.glob('./!(*.test|test-*).ts'),
  inWorld: (run, { text }) =>
    /\bdb\b/.test(text) ? inOwnDatabase(run) : rollingBack(shared.asWorker, (tx) => run({ ...world, tx })),
});
