import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { readBackupTime } from '@tern/local-postgres/read-backup-time';
import { restoreCluster } from '@tern/local-postgres/restore-cluster';
import { readArguments } from '../command-line/read-arguments.ts';
import { restorePictures } from './copy-pictures.ts';
import { describeInstallation } from './describe-installation.ts';
import { adviseAfterBackup, adviseRestore, placeOf } from './foreign-database/advise.ts';

// `npm run restore -- DIR [--until-backup]`: puts a copy in the place of the database and brings it forward.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run restore -- DIR [--until-backup]
  Restores the database and the pictures from the backup in DIR, while the installation is stopped. It moves the present files
  aside and deletes nothing. With DATABASE_URL, it says how the server is restored and restores the pictures alone.

  --until-backup   restores the database as it was at the time of the backup. What happened since is missing in the books: copy
                   DIR first, and follow docs/operations/restore.md
`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    usage,
    words: [1, 1],
    options: { 'until-backup': { type: 'boolean' } },
  });
  const [folder = ''] = positionals;
  const installation = describeInstallation(root, process.env);
  if (findLauncher(runFileOf(installation)) !== undefined) throw new Error('Stop the installation first.');
  const { databaseUrl } = installation.config;
  if (databaseUrl !== undefined) {
    for (const line of adviseRestore({ place: placeOf(databaseUrl) })) console.log(line);
    await restorePictures(resolve(folder), installation.dataDir);
    return;
  }
  const upTo = values['until-backup'] === true ? 'backup' : 'latest';
  const madeAt = await readBackupTime(resolve(folder));
  const aside = await restoreCluster({ dataDir: join(installation.dataDir, 'database'), from: resolve(folder), upTo });
  await restorePictures(resolve(folder), installation.dataDir);
  console.log(upTo === 'backup' ? 'Restored as it was at the backup.' : 'Restored up to the end of its log.');
  if (aside !== undefined) console.log(`The earlier files are in ${aside}.`);
  if (upTo === 'backup') for (const line of adviseAfterBackup({ aside, madeAt })) console.log(line);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
