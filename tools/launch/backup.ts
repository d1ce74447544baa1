import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireOwnerLogin } from '@tern/config/require-database';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf, type Installation } from '@tern/installation/processes';
import { backUpCluster } from '@tern/local-postgres/back-up-cluster';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { readArguments } from '../command-line/read-arguments.ts';
import { backUpPictures } from './copy-pictures.ts';
import { describeInstallation } from './describe-installation.ts';
import { adviseBackup, placeOf } from './foreign-database/advise.ts';
import { lookAtServer } from './foreign-database/look-at-server.ts';

// `npm run backup -- DIR`: copies the database while it runs, and has its log archived there from now on. Of a server that
// others look after it says what they have to do, and copies the pictures.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run backup -- DIR
  Copies the database and the pictures that people submitted into DIR, a new folder on another disk, and has the database's log
  copied there from now on. With DATABASE_URL, it says what the server lacks for a backup and copies the pictures alone.
`;

async function main(): Promise<void> {
  const [folder = ''] = readArguments({ usage, words: [1, 1] }).positionals;
  const installation = describeInstallation(root, process.env);
  const { databaseUrl } = installation.config;
  if (databaseUrl !== undefined) return await backUpBesideForeign(installation, { databaseUrl, to: resolve(folder) });
  const dataDir = join(installation.dataDir, 'database');
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
  sayWhatElse(installation, to);
}

/** A server of somebody else: what it lacks is said, and is no success. */
async function backUpBesideForeign(
  installation: Installation,
  { databaseUrl, to }: { readonly databaseUrl: string; readonly to: string },
): Promise<void> {
  const place = placeOf(databaseUrl);
  const login = requireOwnerLogin({ databaseUrl, dataDir: installation.dataDir }, installation.given);
  const { lines, inOrder } = await lookAtServer(login).then(
    (server) => adviseBackup({ place, folder: to, server }),
    (error: unknown) =>
      adviseBackup({ place, folder: to, server: undefined, fault: error instanceof Error ? error.message : '' }),
  );
  for (const line of lines) console.log(line);
  await mkdir(to, { recursive: true, mode: 0o711 });
  await backUpPictures(installation.dataDir, to);
  sayWhatElse(installation, to);
  if (!inOrder) process.exitCode = 1;
}

function sayWhatElse({ config }: Installation, to: string): void {
  console.log(
    config.pictureStore === 'disk'
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
