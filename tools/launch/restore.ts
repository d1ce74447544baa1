import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { restoreCluster } from '@tern/local-postgres/restore-cluster';
import { restorePictures } from './copy-pictures.ts';
import { describeInstallation } from './describe-installation.ts';
import { adviseRestore, placeOf } from './foreign-database/advise.ts';

// `npm run restore -- DIR [--until-backup]`: puts a copy in the place of the database and brings it forward.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'until-backup': { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Usage: npm run restore -- DIR [--until-backup]');
  const installation = describeInstallation(root, process.env);
  if (findLauncher(runFileOf(installation)) !== undefined) throw new Error('Stop the installation first.');
  const { databaseUrl } = installation.config;
  if (databaseUrl !== undefined) {
    for (const line of adviseRestore({ place: placeOf(databaseUrl) })) console.log(line);
    await restorePictures(resolve(folder), installation.dataDir);
    return;
  }
  const upTo = values['until-backup'] === true ? 'backup' : 'latest';
  const aside = await restoreCluster({ dataDir: join(installation.dataDir, 'database'), from: resolve(folder), upTo });
  await restorePictures(resolve(folder), installation.dataDir);
  console.log(upTo === 'backup' ? 'Restored as it was at the backup.' : 'Restored up to the end of its log.');
  if (aside !== undefined) console.log(`The earlier files are in ${aside}.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
