import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runToEnd } from '@tern/installation/child-process';
import { releaseFolder } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * Puts the sources of a release into a folder, so that its processes can be started there. Its packages are those that are
 * installed here, or where any of them has another version now, its own.
 */
export async function unpackRelease(version: string, folder: string): Promise<void> {
  await promisify(execFile)('tar', ['-x', '-z', '-f', join(releaseFolder(version), 'sources.tar.gz'), '-C', folder]);
  if (areInstalled(folder)) linkPackages(folder);
  else await installPackages(folder);
}

type Lock = {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version?: string; readonly dev?: boolean; readonly link?: boolean; readonly optional?: boolean }
    >
  >;
};

const readLock = (folder: string): Lock => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;

/** Whether everything that its processes use is here in the same version. */
function areInstalled(folder: string): boolean {
  const here = readLock(root).packages;
  return Object.entries(readLock(folder).packages)
    .filter(([path, { dev, link, optional }]) => path.startsWith('node_modules/') && !dev && !link && !optional)
    .every(([path, { version }]) => here[path]?.version === version && existsSync(join(root, path)));
}

/** Third-party packages are those of this clone, our own are the release's. */
function linkPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@tern'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@tern') symlinkSync(join(from, name), join(to, name));
  for (const [path, { link }] of Object.entries(readLock(folder).packages))
    if (link === true && path.startsWith('node_modules/@tern/'))
      symlinkSync(workspaceOf(folder, path), join(folder, path));
}

function workspaceOf(folder: string, path: string): string {
  const { resolved } = readLock(folder).packages[path] as { readonly resolved?: string };
  return join(folder, resolved ?? '');
}

async function installPackages(folder: string): Promise<void> {
  const args = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'];
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? folder };
  const { code, output } = await runToEnd({ command: 'npm', args, cwd: folder, env });
  if (code !== 0) throw new Error(`npm ci in the release's folder failed:\n${output}`);
}
