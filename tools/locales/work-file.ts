import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Text } from './catalogues.ts';

/** What a translator gets and gives back: `translation` is to be filled, all else is to be read. */
type WorkItem = {
  readonly id: string;
  readonly english: string;
  /** Where people read it: a part of the web app and the files that say it, or the key of a message. */
  readonly where: string;
  readonly notes?: readonly string[];
  readonly translation: string;
};

/** Under `.tern`: work in progress is no part of the sources. */
export function workFile(root: string, locale: string): string {
  return join(root, '.tern/locales', `${locale}.json`);
}

/** Writes what is missing in a locale, or removes the file where nothing is. */
export function writeWork(root: string, locale: string, missing: readonly Text[]): void {
  const file = workFile(root, locale);
  rmSync(file, { force: true });
  if (missing.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  const items = missing.map(({ id, english, parts, places, notes }): WorkItem => ({
    id,
    english,
    where: `${parts.join(', ')}: ${places.map((place) => place.replace(/^.*\/(?=[^/]+\/[^/]+$)/, '')).join(', ')}`,
    ...(notes.length > 0 ? { notes } : {}),
    translation: '',
  }));
  writeFileSync(file, `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`);
}

/** The translations of a filled work file, by id; undefined where there is no such file. Throws where one is not as it was written. */
export function readWork(file: string): ReadonlyMap<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  const items = JSON.parse(readFileSync(file, 'utf8')) as readonly Partial<WorkItem>[];
  return new Map(
    items.flatMap(({ id, translation }, index) => {
      if (typeof id !== 'string' || typeof translation !== 'string')
        throw new TypeError(`${file}: item ${index + 1} has no id or no translation`);
      return translation.trim() === '' ? [] : [[id, translation.trim()] as const];
    }),
  );
}
