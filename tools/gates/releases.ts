import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSchema } from '@tern/db/hash-schema';
import { readMigrations } from '@tern/db/read-migrations';
import type { Gate } from './gate.ts';
import { readReleases, releasesFolder, type KeptRelease } from './migrations/read-releases.ts';

/**
 * The changelog says of each release which schema it has and what it was made of, and of the next one what an upgrade applies. No
 * migration of a release has changed since.
 */
export const releasesGate: Gate = {
  name: 'releases',
  run: async (root) => {
    const releases = readReleases(root);
    const sections = readSections(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
    const migrations = await readMigrations(join(root, 'packages/db/migrations'));
    const hashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
    const findings = releases.flatMap((release) => [
      ...faultsOfSection(release, sections),
      ...faultsOfSources(root, release),
      ...release.migrations
        .filter(({ name, sha256 }) => hashes.get(name) !== sha256)
        .map(({ name }) => `packages/db/migrations/${name}: ${release.version} has another one; write a new migration`),
    ]);
    const kept = new Set(releases.map(({ version }) => version));
    const lost = [...sections.keys()].filter((version) => version !== 'Unreleased' && !kept.has(version));
    const released = new Set(releases.flatMap((release) => release.migrations.map(({ name }) => name)));
    return [
      ...findings,
      ...lost.map((version) => `CHANGELOG.md: ${version} is not kept in ${releasesFolder}: run npm run keep-release`),
      ...faultsOfNext(
        migrations.map(({ name }) => name).filter((name) => !released.has(name)),
        sections.get('Unreleased'),
      ),
    ];
  },
};

/** What the changelog says at the head of a release. `npm run keep-release` prints it. */
export function describeRelease({ migrations, sources }: KeptRelease): string {
  const schema = describeSchema(migrations)
    .replace(/^s/, 'S')
    .replace(/(\w{64})$/, '`$1`');
  return [
    `- ${schema}.`,
    `- Sources: commit \`${sources?.commit}\`, tree \`${sources?.tree}\`.`,
    `- Pages, SHA-256 \`${sources?.pagesSha256}\`.`,
  ].join('\n');
}

/** The sections of the changelog by version, each with its text. */
function readSections(changelog: string): ReadonlyMap<string, string> {
  const parts = changelog.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [/^[^\s,]+/.exec(part)?.[0] ?? '', part]));
}

function faultsOfSection(release: KeptRelease, sections: ReadonlyMap<string, string>): readonly string[] {
  const { version } = release;
  const section = sections.get(version);
  if (section === undefined) return [`CHANGELOG.md: ${version} is kept in ${releasesFolder} and has no heading`];
  const wanted = describeRelease(release);
  return section.includes(`\n${wanted}\n`) ? [] : [`CHANGELOG.md: under ${version} has to stand:\n${wanted}`];
}

/** Where the history is here. An archive has none, and a shallow clone not all of it. */
function faultsOfSources(root: string, { version, sources }: KeptRelease): readonly string[] {
  if (sources === undefined) return [`${releasesFolder}/${version}/sources.json is missing`];
  const { status, stdout } = spawnSync(
    'git',
    ['-C', root, 'rev-parse', '--verify', '--quiet', `${sources.commit}^{tree}`],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0 || stdout.trim() === sources.tree) return [];
  return [`${releasesFolder}/${version}/sources.json: the tree of ${sources.commit} is ${stdout.trim()}`];
}

function faultsOfNext(names: readonly string[], section: string | undefined): readonly string[] {
  if (names.length === 0) return [];
  const numbers = names.map((name) => name.slice(0, 4));
  const wanted = `applies ${names.length} migrations, ${numbers[0]} to ${numbers.at(-1)}`;
  if (section?.replaceAll(/\s+/g, ' ').includes(wanted) === true) return [];
  return [`CHANGELOG.md: under Unreleased has to stand that the upgrade ${wanted}`];
}
