import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { setup } from '@tern/testkit/database-global-setup';

export type BenchCluster = {
  readonly url: string;
  readonly sharedBuffers: string;
  readonly stop: () => Promise<void>;
};

/** What is measured: as in production, every commit on disk before it is answered. Sizes fit a small machine. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  min_wal_size: '4GB',
  max_connections: '300',
};

/**
 * Starts a PostgreSQL of its own in a temporary folder with the migrated template that test databases are copied from.
 * `sharedBuffers` is a size as PostgreSQL writes it.
 */
export async function startBenchCluster(sharedBuffers: string = settings.shared_buffers): Promise<BenchCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'tern-bench-'));
  // The server may run as another user, who has to get through.
  await chmod(folder, 0o711);
  const server = await startLocalPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { ...settings, shared_buffers: sharedBuffers },
  });
  const stop = async (): Promise<void> => {
    await server.destroy();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    process.env['TERN_TEST_DATABASE_URL'] = server.url;
    await setup();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, sharedBuffers, stop };
}
