import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import pg from 'pg';
import type { Release } from './release.ts';

/** Puts the kept installation into a folder, as that version left it when it was stopped. */
export async function restoreRelease(release: Release, dataDir: string): Promise<void> {
  for (const [path, content] of Object.entries(release.files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o711 });
    // Secrets are refused where others may read them.
    await writeFile(join(dataDir, path), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'database'), settings: { fsync: 'off' } });
  try {
    await restoreDatabase(release, postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Puts its schema and rows into an empty database. */
export async function restoreDatabase({ schema, rows }: Release, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(schema);
    // Rows come back as they were: no trigger and no foreign key has a say about the order.
    await client.query(`SET session_replication_role = replica; SET search_path = public`);
    await client.query(rows);
  } finally {
    await client.end();
  }
}
