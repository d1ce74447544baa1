import { join } from 'node:path';
import { withoutLogin } from '@tern/base/login-url';
import { requireOwnerLogin } from '@tern/config/require-database';
import type { Installation } from '@tern/installation/processes';
import { startProgress } from '@tern/installation/progress';
import { roleLogins, type RoleLogins } from '@tern/installation/role-urls';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { migrateDatabase } from './migrate-database.ts';

export type OpenedDatabase = {
  readonly urls: RoleLogins['urls'];
  /** For a process, which logs in as its own role with the password among its own secrets. */
  readonly address: { readonly DATABASE_URL: string };
  /** Stops the database where it is ours; does nothing to one named by DATABASE_URL. */
  readonly stop: () => Promise<void>;
};

/** Starts the database (or takes the configured one), brings its schema up to date and lets the roles in. */
export async function openInstallationDatabase(installation: Installation): Promise<OpenedDatabase> {
  const { ownerUrl, stop } = await startDatabase(installation);
  try {
    const { passwords, urls } = roleLogins(installation, ownerUrl);
    await migrateDatabase({ url: ownerUrl, passwords });
    return { urls, address: { DATABASE_URL: withoutLogin(ownerUrl) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase({
  config,
  dataDir,
  given,
}: Installation): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = requireOwnerLogin({ databaseUrl: config.databaseUrl, dataDir }, given);
    return { ownerUrl, stop: () => Promise.resolve() };
  }
  const progress = startProgress('Starting the database');
  try {
    const database = await startLocalPostgres({
      dataDir: join(dataDir, 'database'),
      port: config.databasePort,
      log: progress.detail,
    });
    progress.done();
    return { ownerUrl: database.url, stop: database.stop };
  } catch (error) {
    progress.failed();
    if (error instanceof Error && error.message.includes(`Port ${config.databasePort}`)) {
      throw new Error(`${error.message}. Set DATABASE_PORT to a free one.`, { cause: error });
    }
    throw error;
  }
}
