import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder, takeAbandonedFolders } from '../temporary-folder.ts';

const variable = 'TERN_TEST_SYSTEM_TEMPLATE';
const prefix = 'tern-template-';

/** Files that tell of the very system they lie in. */
const ownFiles = ['owner', 'launcher.json', 'logs'];

/** The data of a stopped system that new ones begin with, where a run of tests has made one. */
export function findSystemTemplate(): string | undefined {
  return process.env[variable];
}

/** Copies the data of the template into the folder of a new system. */
export async function copySystemTemplate(template: string, dataDir: string): Promise<void> {
  // By the system's own command, which keeps the owners: the database's files may belong to another user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
}

/**
 * Makes the data of a system, which is stopped, the template of this run and of its workers. Resolves with what removes
 * it. Does nothing where the database's files lie elsewhere, since a copy would share them.
 */
export async function keepAsTemplate(dataDir: string): Promise<() => Promise<void>> {
  for (const folder of await takeAbandonedFolders(prefix)) await rm(folder, { recursive: true, force: true });
  if (existsSync(join(dataDir, 'database', 'location'))) return () => Promise.resolve();
  const folder = await makeTemporaryFolder(prefix);
  const template = join(folder, 'system');
  await promisify(execFile)('cp', ['-a', dataDir, template]);
  for (const name of ownFiles) await rm(join(template, name), { recursive: true, force: true });
  process.env[variable] = template;
  return () => rm(folder, { recursive: true, force: true });
}
