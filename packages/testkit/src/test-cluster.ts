import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { makeTemporaryFolder, takeAbandonedFolders } from './temporary-folder.ts';

export type TestCluster = { readonly url: string; readonly stop: () => Promise<void> };

// Nothing here has to outlive a power cut, and files are copied for every test database.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '300',
  // Nobody restores it or follows it: its log is written as thinly as can be, and kept nowhere.
  archive_mode: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  min_wal_size: '128MB',
};

const prefix = 'tern-test-';

/** A PostgreSQL of its own in a temporary folder, gone after `stop`. */
export async function startTestCluster(): Promise<TestCluster> {
  // A server outlives whoever started it, a killed test run too.
  for (const folder of await takeAbandonedFolders(prefix)) await startAndDestroy(folder);
  const folder = await makeTemporaryFolder(prefix);
  const server = await startLocalPostgres({ dataDir: join(folder, 'postgres'), settings });
  return {
    url: server.url,
    stop: async () => {
      await server.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startAndDestroy(folder: string): Promise<void> {
  const server = await startLocalPostgres({ dataDir: join(folder, 'postgres'), settings });
  await server.destroy();
  await rm(folder, { recursive: true, force: true });
}
