import { createTestRunner } from '../run-tests.ts';

// Runs one test file and would stay until it has ended: for a test that kills it before.
const [root = '', folder = '', file = ''] = process.argv.slice(2);
await createTestRunner(root, { folder, clusterUrl: 'postgres://nowhere' }).run({ files: [file] }, 600_000);
