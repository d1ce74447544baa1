import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

/** The Debian that images stand on here; anywhere else `BASE` and `BUILD_BASE` name what there is. */
const suite = 'trixie';

/** What the processes need of a system: the C++ library, and the tools that shut in the decoder of pictures. */
const basePackages = ['base-files', 'libc6', 'libstdc++6', 'util-linux'];

/** Nothing is in it that the builder reads of the time or of this machine. */
const epoch = { SOURCE_DATE_EPOCH: '0' };

/** Each package as dpkg would have it, where scanners of images look for those of a base without dpkg. */
const keepDescriptions = [
  'mkdir -p "$1/var/lib/dpkg/status.d"',
  'for deb in "$1"/var/cache/apt/archives/*.deb; do',
  '  dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"',
  'done',
].join('\n');

/** No texts for readers but licences, no name of this machine, and nothing that gives its user the rights of another. */
const takeAway = [
  'cd "$1"',
  'rm -rf usr/share/bash-completion usr/share/locale usr/share/man usr/share/perl5 usr/share/lintian usr/share/debconf',
  'rm -rf usr/lib/*/gconv etc/hostname etc/resolv.conf',
  'find usr/share/doc -type f ! -name copyright -delete',
  'find usr/share/doc -type d -empty -delete',
  'find . -xdev -type f -perm /6000 -exec chmod a-s {} +',
].join('\n');

export const baseName = 'localhost/wallet-base';
export const buildBaseName = 'localhost/wallet-build-base';

/** The base of the image: the files of four packages and of what they need, without a shell and without a package manager. */
export async function makeBase(engine: Engine): Promise<string> {
  const hooks = [`--extract-hook=${keepDescriptions}`, `--extract-hook=${takeAway}`];
  const tree = await makeTree(engine, 'base', ['--variant=extract', `--include=${basePackages.join(',')}`, ...hooks]);
  return importTree(engine, tree, baseName);
}

/** What the image is built on: Debian with its npm. Nothing of it gets into the image. */
export async function makeBuildBase(engine: Engine): Promise<string> {
  const leaner = ['doc', 'man', 'locale'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`);
  const tree = await makeTree(engine, 'build-base', ['--variant=apt', '--include=npm,ca-certificates', ...leaner]);
  return importTree(engine, tree, buildBaseName);
}

/** Debian with more packages, for what runs beside the wallet in a rehearsal. */
export async function makeServicesBase(engine: Engine, name: string, packages: readonly string[]): Promise<string> {
  const image = `localhost/wallet-${name}`;
  const tree = await makeTree(engine, name, ['--variant=apt', `--include=${packages.join(',')}`]);
  return importTree(engine, tree, image);
}

/** A tree that is there is taken as it is; deleting the file makes it anew. */
async function makeTree({ folder, runLong }: Engine, name: string, args: readonly string[]): Promise<string> {
  const file = join(folder, `${name}.tar`);
  if (existsSync(file)) return file;
  try {
    const called = Object.entries(epoch).map(([variable, value]) => `${variable}=${value}`);
    await runLong(
      `Making Debian ${suite}: ${name}`,
      'env',
      ...called,
      'mmdebstrap',
      '--mode=root',
      ...args,
      suite,
      file,
    );
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return file;
}

function importTree({ run }: Engine, tree: string, image: string): string {
  const container = run('buildah', 'from', 'scratch').trim();
  try {
    run('buildah', 'add', container, tree, '/');
    run('buildah', 'commit', '--timestamp', '0', container, image);
  } finally {
    run('buildah', 'rm', container);
  }
  return image;
}
