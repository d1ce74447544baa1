import { join } from 'node:path';
import { migrate } from '@tern/db/migrate';
import { setRolePasswords } from '@tern/db/roles';
import type { Installation } from '@tern/installation/processes';
import { startProgress } from '@tern/installation/progress';
import { roleLogins, type RoleLogins } from '@tern/installation/role-urls';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';

export type OpenedDatabase = {
  readonly urls: RoleLogins['urls'];
  /** Stops the database where it is ours; does nothing to one named by DATABASE_URL. */
  readonly stop: () => Promise<void>;
};

/** Starts the database (or takes the configured one), brings its schema up to date and lets the roles in. */
export async function openInstallationDatabase(installation: Installation): Promise<OpenedDatabase> {
  const { ownerUrl, stop } = await startDatabase(installation);
  const progress = startProgress('Bringing the database up to date');
  try {
    const applied = await migrate({ url: ownerUrl, log: progress.detail });
    const { passwords, urls } = roleLogins(installation, ownerUrl);
    await setRolePasswords({ url: ownerUrl, passwords });
    progress.done(applied.length === 0 ? 'nothing to do' : `${applied.length} migrations`);
    return { urls, stop };
  } catch (error) {
    progress.failed();
    await stop();
    throw error;
  }
}

async function startDatabase({
  config,
  dataDir,
}: Installation): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { ownerUrl: config.databaseUrl, stop: () => Promise.resolve() };
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
