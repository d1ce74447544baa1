import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readMigrations } from '@tern/db/read-migrations';
import { buildWeb } from '@tern/installation/build-web';
import { hashPages } from '@tern/installation/hash-pages';
import { startProgress } from '@tern/installation/progress';
import { dumpRows } from '@tern/testkit/dump-rows';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import pg from 'pg';
import { readArguments } from '../../tools/command-line/read-arguments.ts';
import { readReleases, type ReleaseSources } from '../../tools/gates/migrations/read-releases.ts';
import { describeRelease } from '../../tools/gates/releases.ts';
import { packSources } from './pack-sources.ts';
import { populate } from './populate.ts';
import { releaseFolder, type Release } from './release.ts';

// `npm run keep-release`: runs a small installation of this version, stops it, and keeps what it left in
// tests/upgrade/releases/VERSION, from where later versions are upgraded in tests.
readArguments({
  usage:
    'Usage: npm run keep-release\n  Keeps what a small installation of this version leaves in tests/upgrade/releases.',
});
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const packageFile = join(root, 'package.json');

/** Belongs to the running system, not to what it leaves. */
const transient = /^(?:database|logs)\/|^(?:owner|launcher\.json|api-clock)$|\.sock$/;

async function keepRelease(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { readonly version: string };
  const sources = await readSources();
  const system = await startSystem({ blocks: 'on-demand' });
  try {
    const facts = await populate(system);
    const contradictions = await system.findContradictions();
    if (contradictions.length > 0) throw new Error(`the installation contradicts itself: ${contradictions.join('; ')}`);
    const api = await (await fetch(`${system.url}/api/openapi.json`)).text();
    await system.processes.stopAll();
    await writeRelease({ version, facts, schema: await readSchema(), ...(await readData(system)) });
    await writeFile(join(releaseFolder(version), 'api.json.gz'), await promisify(gzip)(api));
    await packSources(sources.commit, join(releaseFolder(version), 'sources.tar.gz'));
    await writeFile(join(releaseFolder(version), 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);
    return releaseFolder(version);
  } finally {
    await system.stop();
  }
}

/** Of exactly these sources, so nothing may be changed and not committed. */
async function readSources(): Promise<ReleaseSources> {
  const git = promisify(execFile);
  const ask = async (...args: string[]): Promise<string> => (await git('git', ['-C', root, ...args])).stdout.trim();
  if ((await ask('status', '--porcelain')) !== '') throw new Error('commit first: a release is what its commit says');
  await buildWeb(root);
  return {
    commit: await ask('rev-parse', 'HEAD'),
    tree: await ask('rev-parse', 'HEAD^{tree}'),
    pagesSha256: hashPages(join(root, 'apps/web/dist')),
  };
}

async function readData(system: System): Promise<Pick<Release, 'rows' | 'files'>> {
  let rows = '';
  await system.whileDatabaseRuns(async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    rows = await dumpRows(client);
    await client.end();
  });
  const names = (await readdir(system.dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(system.dataDir.length + 1))
    .filter((name) => !transient.test(name));
  const files = await Promise.all(
    names
      .toSorted()
      .map(async (name) => [name, (await readFile(join(system.dataDir, name))).toString('base64')] as const),
  );
  return { rows, files: Object.fromEntries(files) };
}

/** As `migrate` applies it to an empty database, with its own list of what was applied; all of it at once. */
async function readSchema(): Promise<string> {
  const migrations = await readMigrations();
  const list = `CREATE TABLE public.schema_migrations (
  name text CONSTRAINT schema_migrations_pkey PRIMARY KEY,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  contract boolean NOT NULL DEFAULT false
);`;
  // Nobody writes to an empty table, and what is restored at once is in a transaction.
  const atOnce = (sql: string): string => sql.replaceAll(/^(CREATE (?:UNIQUE )?INDEX) CONCURRENTLY\b/gm, '$1').trim();
  return `${[list, ...migrations.map(({ name, sql }) => `-- ${name}\n${atOnce(sql)}`)].join('\n\n')}\n`;
}

async function writeRelease({ version, facts, schema, rows, files }: Release): Promise<void> {
  const folder = releaseFolder(version);
  await mkdir(folder, { recursive: true });
  const pack = promisify(gzip);
  await writeFile(join(folder, 'schema.sql'), schema);
  await writeFile(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  await writeFile(join(folder, 'rows.sql.gz'), await pack(rows));
  await writeFile(join(folder, 'files.json.gz'), await pack(JSON.stringify(files)));
}

const progress = startProgress('Keeping an installation of this version');
const folder = await keepRelease();
progress.done(folder);
const kept = readReleases(root).find(({ version }) => folder.endsWith(`/${version}`));
if (kept !== undefined) process.stdout.write(`Put this under its heading in CHANGELOG.md:\n${describeRelease(kept)}\n`);
