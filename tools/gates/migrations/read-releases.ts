import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A version whose installation is kept. */
export type KeptRelease = {
  readonly version: string;
  /** As the installation had applied them, in order. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** What it was made of; undefined where nobody has written it down. */
  readonly sources: ReleaseSources | undefined;
};

/** `sources.json` of a kept release. */
export type ReleaseSources = {
  /** In our own repository. */
  readonly commit: string;
  readonly tree: string;
  /** Of what people's browsers get, as `hashPages` has it. */
  readonly pagesSha256: string;
};

export const releasesFolder = 'tests/upgrade/releases';

/** Oldest first. */
export function readReleases(root: string): readonly KeptRelease[] {
  const versions = readdirSync(join(root, releasesFolder)).toSorted(byNumber);
  return versions.map((version) => {
    const folder = join(root, releasesFolder, version);
    const rows = gunzipSync(readFileSync(join(folder, 'rows.sql.gz'))).toString();
    const listed = rows.matchAll(/"name": "(\d{4}_[a-z0-9_]+\.sql)", "sha256": "([0-9a-f]{64})"/g);
    const sources = join(folder, 'sources.json');
    return {
      version,
      migrations: [...listed]
        .map(([, name = '', sha256 = '']) => ({ name, sha256 }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      sources: existsSync(sources) ? (JSON.parse(readFileSync(sources, 'utf8')) as ReleaseSources) : undefined,
    };
  });
}

/** 2.10.0 comes after 2.9.0. */
export function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
