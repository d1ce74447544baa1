import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { describeDebianPackages, type Bill } from './write-bill.ts';

/** Calls `look` with the folder that has all files of an image, as root of it. */
export function withFilesOf<Result>({ run }: Engine, name: string, look: (folder: string) => Result): Result {
  const folder = run('podman', 'image', 'mount', name).trim();
  try {
    return look(folder);
  } finally {
    run('podman', 'image', 'unmount', name);
  }
}

/** The bill of materials of a whole image: what its own lists, and the Debian packages of its base. */
export function writeImageBill(engine: Engine, name: string): { readonly text: string; readonly parts: number } {
  return withFilesOf(engine, name, (folder) => {
    const own = JSON.parse(readFileSync(join(folder, 'opt/wallet/bill-of-materials.cdx.json'), 'utf8')) as Bill;
    const debian = describeDebianPackages(readStatus(join(folder, 'var/lib/dpkg')), findDistribution(folder));
    const components = [...own.components, ...debian];
    return { text: `${JSON.stringify({ ...own, components }, undefined, 2)}\n`, parts: components.length };
  });
}

function readStatus(folder: string): string {
  const single = join(folder, 'status.d');
  if (!existsSync(single))
    return existsSync(join(folder, 'status')) ? readFileSync(join(folder, 'status'), 'utf8') : '';
  return readdirSync(single)
    .toSorted()
    .map((name) => readFileSync(join(single, name), 'utf8'))
    .join('\n\n');
}

function findDistribution(folder: string): string {
  const file = join(folder, 'usr/lib/os-release');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const version = /^VERSION_ID="?([^"\n]+)"?$/m.exec(text)?.[1];
  return version === undefined ? 'debian' : `debian-${version}`;
}
