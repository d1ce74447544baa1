import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, type Gate } from './gate.ts';

type Manifest = {
  readonly name: string;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly exports?: Readonly<Record<string, unknown>>;
} & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;

type Lock = {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly hasInstallScript?: boolean }>>;
};

const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** What may be installed: exact versions, one version per package, no install script outside the list, no foreign source. */
export const packagesGate: Gate = {
  name: 'packages',
  run: (root) => {
    const manifests = listFiles(root, [
      'package.json',
      '{apps,packages,services}/*/package.json',
      'tests/package.json',
      'tools/runtime/package.json',
    ]).map((file) => ({ file, manifest: readJson<Manifest>(root, file) }));
    const used = manifests.flatMap(({ file, manifest }) =>
      (['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const).flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}).map(([name, version]) => ({ file, name, version })),
      ),
    );
    const versions = Map.groupBy(used, ({ name }) => name);
    const rootManifest = manifests.find(({ file }) => file === 'package.json')?.manifest;
    return Promise.resolve([
      ...used
        .filter(({ version }) => !exact.test(version))
        .map(({ file, name, version }) => `${file}: ${name}@${version} is not an exact version`),
      ...[...versions].flatMap(([name, uses]) => {
        const different = [...new Set(uses.map(({ version }) => version))];
        return different.length > 1 ? [`${name}: several versions, ${different.join(' and ')}`] : [];
      }),
      ...manifests.flatMap(({ file, manifest }) => faultsOfExports(file, manifest)),
      ...faultsOfLock(readJson<Lock>(root, 'package-lock.json'), rootManifest?.allowScripts ?? {}),
    ]);
  },
};

function faultsOfExports(file: string, manifest: Manifest): readonly string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((path) => path === '.' || path.endsWith('*'))
    .map(
      (path) =>
        `${file}: exports ${JSON.stringify(path)}; name each subpath, barrels and wildcards hide what is public`,
    );
}

function faultsOfLock(lock: Lock, allowScripts: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const host = /^[a-z+]+:\/\/([^/]+)/.exec(entry.resolved ?? '')?.[1];
    return [
      ...(entry.hasInstallScript === true && !(name in allowScripts)
        ? [`${name} has an install script that allowScripts neither allows nor denies`]
        : []),
      ...(host === undefined || host === 'registry.npmjs.org' ? [] : [`${name} is taken from ${host}`]),
    ];
  });
}

function readJson<Shape>(root: string, file: string): Shape {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Shape;
}
