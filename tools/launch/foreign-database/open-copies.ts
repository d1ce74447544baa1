import { join, resolve } from 'node:path';
import { loadConfigOf } from '@tern/config/load-config';
import { requireOwnerLogin } from '@tern/config/require-database';
import { openDatabase, type Database } from '@tern/db/database';
import { readEnvironment } from '@tern/installation/environment';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { startMovedAside } from '@tern/local-postgres/start-moved-aside';
import { describeInstallation } from '../describe-installation.ts';

/** A database that was set back, and a copy of it that has later data. */
export type OpenedCopies = {
  readonly restored: Database;
  readonly aside: Database;
  /** Closes both, and stops what was started for it. */
  readonly close: () => Promise<void>;
};

/** Opens the database in DATABASE_URL, and the copy at `url`. Throws `ConfigError` where the owner's login is missing. */
export function openCopy(root: string, url: string): OpenedCopies {
  const given = readEnvironment(root, process.env);
  const { databaseUrl, dataDir } = loadConfigOf('migrate', given);
  const login = requireOwnerLogin({ databaseUrl, dataDir: resolve(root, dataDir) }, given);
  return openBoth({ restored: login, aside: url });
}

/**
 * Opens the database that `npm start` runs, which is started where it does not run, and the files in `folder`, which a restore
 * of it moved aside.
 * @throws Error where DATABASE_URL names another database, or `folder` is not such a folder
 */
export async function openMovedAside(root: string, folder: string): Promise<OpenedCopies> {
  const installation = describeInstallation(root, process.env);
  const { databaseUrl, databasePort } = installation.config;
  if (databaseUrl !== undefined)
    throw new Error('--before is for the database that "npm start" runs. DATABASE_URL names another one: give a URL.');
  const dataDir = join(installation.dataDir, 'database');
  const before = await startMovedAside({ dataDir, folder });
  try {
    const isRunning = findLauncher(runFileOf(installation)) !== undefined;
    const present = await startLocalPostgres({ dataDir, port: databasePort });
    const opened = openBoth({ restored: present.url, aside: before.url });
    const close = async (): Promise<void> => {
      await opened.close();
      await before.stop();
      if (!isRunning) await present.stop();
    };
    return { ...opened, close };
  } catch (error) {
    await before.stop();
    throw error;
  }
}

function openBoth(urls: { readonly restored: string; readonly aside: string }): OpenedCopies {
  const [restored, aside] = [open(urls.restored), open(urls.aside)];
  const close = async (): Promise<void> => {
    await Promise.all([restored.close(), aside.close()]);
  };
  return { restored, aside, close };
}

const open = (url: string): Database =>
  openDatabase({
    url,
    applicationName: 'find-lost',
    poolMax: 1,
    statementTimeoutMs: 0,
    onIdleError: () => undefined,
  });
