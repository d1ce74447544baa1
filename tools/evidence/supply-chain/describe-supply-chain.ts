import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled, type Lock, type LockEntry } from '../../images/find-installed.ts';
import { imageEntries } from '../../images/image-entries.ts';
import { escapeCell } from '../escape-cell.ts';

const begin = '<!-- Written by npm run coverage -- supply-chain -->';
const end = '<!-- End of what is written -->';
const pages = ['apps/web', 'apps/console'] as const;

type Manifest = {
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
  readonly allowScripts?: Readonly<Record<string, boolean>>;
};

/**
 * docs/security/supply-chain.md with its tables written anew from package-lock.json and from what the packages that we name
 * say of themselves. `page` is the page as it is. Throws where a package is not installed or has no licence that we know.
 */
export function describeSupplyChain(root: string, page: string): string {
  const [before = '', rest = ''] = page.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error('the page of the supply chain has lost its marks');
  const lock = readJson<Lock & { packages: Record<string, LockEntry & { hasInstallScript?: boolean }> }>(
    join(root, 'package-lock.json'),
  );
  const parts = [
    ...sumsOf(lock),
    ...licencesOf(lock),
    ...scriptsOf(lock, readJson<Manifest>(join(root, 'package.json')).allowScripts ?? {}),
    ...packagesOf(root, lock),
  ];
  return `${before}${begin}\n\n${parts.join('\n')}\n${end}${after}`;
}

const isOthers = ([path, entry]: readonly [string, LockEntry]): boolean =>
  path.includes('node_modules/') && entry.link !== true;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Without packages that are built for one system each: which of them is installed depends on the machine. */
function runtimeOf(lock: Lock, entries: readonly string[]): readonly string[] {
  return findInstalled(lock, entries, () => false).packages;
}

function sumsOf(lock: Lock): readonly string[] {
  const all = Object.entries(lock.packages).filter(isOthers);
  return [
    '## How many packages',
    '',
    '| packages of others | count |',
    '|---|---|',
    `| in the lock, with all that is built for other systems | ${all.length} |`,
    `| of these without a SHA-512 in the lock | ${all.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).length} |`,
    `| run by the processes (without those built for one system) | ${runtimeOf(lock, imageEntries).length} |`,
    `| in the pages | ${runtimeOf(lock, pages).length} |`,
    '',
  ];
}

function licencesOf(lock: Lock): readonly string[] {
  const runtime = new Set([...runtimeOf(lock, imageEntries), ...runtimeOf(lock, pages)]);
  const counts = new Map<string, { runtime: number; all: number }>();
  for (const [path, entry] of Object.entries(lock.packages).filter(isOthers)) {
    const licence = entry.license ?? 'not said';
    const count = counts.get(licence) ?? { runtime: 0, all: 0 };
    count.all += 1;
    if (runtime.has(path)) count.runtime += 1;
    counts.set(licence, count);
  }
  const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '## Licences',
    '',
    '| licence | packages in the lock | of these run by processes or in the pages |',
    '|---|---|---|',
    ...rows.map(([licence, { all, runtime: run }]) => `| ${licence} | ${all} | ${run} |`),
    '',
  ];
}

function scriptsOf(
  { packages }: { readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>> },
  allowed: Readonly<Record<string, boolean>>,
): readonly string[] {
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => nameOf(path));
  return [
    '## Install scripts',
    '',
    '| package with an install script | may it run |',
    '|---|---|',
    ...[...new Set(names)].toSorted().map((name) => `| \`${name}\` | ${allowed[name] === true ? 'yes' : 'no'} |`),
    '',
  ];
}

function packagesOf(root: string, lock: Lock): readonly string[] {
  const users = new Map<string, Set<string>>();
  const workspaces = findInstalled(lock, [...imageEntries, ...pages], () => false).workspaces;
  for (const folder of workspaces)
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {}))
      if (!name.startsWith('@tern/')) users.set(name, (users.get(name) ?? new Set<string>()).add(folder));
  const rows = [...users].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '## Packages that the product names itself',
    '',
    '| package | version | licence | by | sources | used in |',
    '|---|---|---|---|---|---|',
    ...rows.map(([name, folders]) => {
      const { version = '', license = 'not said' } = lock.packages[`node_modules/${name}`] ?? {};
      const { author, repository } = readJson<Manifest>(join(root, 'node_modules', name, 'package.json'));
      const cells = [
        `\`${name}\``,
        version,
        license,
        authorOf(author),
        repositoryOf(repository),
        [...folders].join(', '),
      ];
      return `| ${cells.map(escapeCell).join(' | ')} |`;
    }),
    '',
  ];
}

/** The name alone, without the address of a person. */
function authorOf(author: Manifest['author']): string {
  const name = typeof author === 'string' ? author : author?.name;
  return name?.replace(/\s*[<(].*$/, '') ?? 'not said';
}

function repositoryOf(repository: Manifest['repository']): string {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return /(?:github|gitlab)(?:\.com)?[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(url ?? '')?.[1] ?? url ?? 'not said';
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}
