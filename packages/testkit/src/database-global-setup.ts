import { ensureTemplate } from './template-database.ts';
import { startTestCluster } from './test-cluster.ts';

/**
 * Vitest's global set-up of database tests: one PostgreSQL for the run, or the one that `TERN_TEST_DATABASE_URL`
 * names, with a migrated template. Returns the tear-down.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TERN_TEST_DATABASE_URL'];
  if (given !== undefined) {
    await ensureTemplate(given);
    return async () => undefined;
  }
  const cluster = await startTestCluster();
  try {
    await ensureTemplate(cluster.url);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  // Worker processes inherit it; a second project of the same run finds it above.
  process.env['TERN_TEST_DATABASE_URL'] = cluster.url;
  return cluster.stop;
}
