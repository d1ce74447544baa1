import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { byNumber } from '../../tools/gates/migrations/read-releases.ts';

/** A person of a kept installation, with everything that lets them in. */
export type KeptPerson = {
  readonly target: { readonly kind: 'email'; readonly email: string };
  readonly loginPassword: string;
  readonly tradePassword: string;
  readonly authenticatorSecret: string;
  readonly walletId: string;
  readonly address: string;
  /** Available, in base units, by asset. */
  readonly available: Readonly<Record<BalanceView['assetId'], string>>;
  /** The history as it was shown: a line for each record. */
  readonly records: readonly string[];
};

export type ReleaseFacts = { readonly people: readonly KeptPerson[]; readonly hotAddress: string };

/** What `npm run keep-release` wrote of one version. */
export type Release = {
  readonly version: string;
  /** The migrations of that version, one after the other. */
  readonly schema: string;
  /** What `dumpRows` gave. */
  readonly rows: string;
  /** All files of the installation but the database's: contents as base64, by their path below the folder of data. */
  readonly files: Readonly<Record<string, string>>;
  readonly facts: ReleaseFacts;
};

const folder = fileURLToPath(new URL('releases', import.meta.url));

export const releaseFolder = (version: string): string => join(folder, version);

/** The versions that are kept, for example `2.1.0`, oldest first. */
export async function listReleases(): Promise<readonly string[]> {
  return (await readdir(folder)).toSorted(byNumber);
}

export async function readRelease(version: string): Promise<Release> {
  const read = async (name: string): Promise<string> =>
    (await promisify(gunzip)(await readFile(join(releaseFolder(version), name)))).toString();
  return {
    version,
    schema: await readFile(join(releaseFolder(version), 'schema.sql'), 'utf8'),
    rows: await read('rows.sql.gz'),
    files: JSON.parse(await read('files.json.gz')) as Release['files'],
    facts: JSON.parse(await readFile(join(releaseFolder(version), 'facts.json'), 'utf8')) as ReleaseFacts,
  };
}
