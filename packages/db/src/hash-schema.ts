import { createHash } from 'node:crypto';

/**
 * One SHA-256 for a list of migrations, by which a database can be compared with a release: of the lines `hash  name`, in the
 * order of the names, as `sha256sum` writes them.
 */
export function hashSchema(migrations: readonly { readonly name: string; readonly sha256: string }[]): string {
  const lines = migrations
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** The schema of a database or of a release in words: the number of its last migration, and its hash. */
export function describeSchema(migrations: Parameters<typeof hashSchema>[0]): string {
  const last =
    migrations
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? 'none';
  return `schema ${last.slice(0, 4)}, SHA-256 ${hashSchema(migrations)}`;
}
