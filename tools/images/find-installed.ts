import { posix } from 'node:path';

/** One folder of the lock (package-lock.json, version 3), as far as it is read here. */
export type LockEntry = {
  /** Where the folder has another name than the package. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  /** The C libraries that it is built for; any where absent. */
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

export type Lock = { readonly packages: Readonly<Record<string, LockEntry>> };

export type Installed = {
  /** Folders of ours (`packages/db`). */
  readonly workspaces: readonly string[];
  /** Folders of packages by others, as the lock names them (`node_modules/pg`). */
  readonly packages: readonly string[];
};

/**
 * What runs when the workspaces in `entries` run: they and everything they depend on, each found as Node finds it, without
 * what is for development. Optional packages that `isThere` denies are those of other systems.
 */
export function findInstalled(
  { packages }: Lock,
  entries: readonly string[],
  isThere: (folder: string) => boolean,
): Installed {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const entry = packages[folder];
    if (entry === undefined) throw new Error(`the lock has no ${folder}`);
    for (const name of Object.keys(entry.dependencies ?? {})) waiting.push(locate(packages, folder, name));
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const place = find(packages, folder, name);
      if (place !== undefined && isThere(place) && runsOnGlibc(packages[place])) waiting.push(place);
    }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (entry.peerDependenciesMeta?.[name]?.optional !== true) waiting.push(locate(packages, folder, name));
    }
  }
  const all = [...found].toSorted();
  return {
    workspaces: all.filter((folder) => !folder.includes('node_modules/')),
    packages: all.filter((folder) => folder.includes('node_modules/')),
  };
}

/** Bases have the C library of GNU; older npm installs what is built for others as well. */
function runsOnGlibc(entry: LockEntry | undefined): boolean {
  return entry?.libc?.includes('glibc') ?? true;
}

function locate(packages: Lock['packages'], from: string, name: string): string {
  const place = find(packages, from, name);
  if (place === undefined) throw new Error(`${from} needs ${name}, which the lock does not have`);
  return place;
}

/** Folder of `name` as `from` finds it: the nearest `node_modules` upwards. A link leads to the workspace itself. */
function find(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder === '.' || folder === '' ? '' : posix.dirname(folder)) {
    const place = posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    const entry = packages[place];
    if (entry !== undefined) return entry.link === true ? entry.resolved : place;
    if (folder === '' || folder === '.') return undefined;
  }
}
