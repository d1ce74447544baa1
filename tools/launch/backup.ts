import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { backUpCluster } from '@tern/local-postgres/back-up-cluster';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { backUpPictures } from './copy-pictures.ts';
import { describeInstallation } from './describe-installation.ts';
import { ownDatabaseDir } from './own-database.ts';

// `npm run backup -- DIR`: copies the database while it runs, and has its log archived there from now on.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: npm run backup -- DIR');
  const installation = describeInstallation(root, process.env);
  const dataDir = ownDatabaseDir(installation);
  const running = findLauncher(runFileOf(installation)) !== undefined;
  const database = await startLocalPostgres({ dataDir, port: installation.config.databasePort });
  const to = resolve(folder);
  try {
    await backUpCluster({ dataDir, url: database.url, to });
    // After the database: a picture is there before its row, so every row of the copy finds its picture.
    await backUpPictures(installation.dataDir, to);
  } finally {
    if (!running) await database.stop();
  }
  console.log(`Copied to ${join(to, 'base')}; from now on its log is copied to ${join(to, 'log')}.`);
  console.log(
    installation.config.pictureStore === 'disk'
      ? `Pictures that people submitted: ${join(to, 'pictures')}.`
      : 'Pictures stay in their bucket, which has its own versions.',
  );
  console.log(
    'This backup contains neither the signer ("npm run signer -- back-up DIR") nor the secrets. Keep those elsewhere.',
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
