import { readdirSync } from 'node:fs';
import { namedLocales } from '@tern/locales/all-locales';
import metadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';
import { unknownToBrowsers, writeFormats } from './write-formats.ts';

const index = 'virtual:texts';
const catalogues = new URL('../src/locales/', import.meta.url);
/** The part that comes with the language itself. */
const first = 'entry';

/**
 * Serves `virtual:texts`, the languages on offer, and one module for each with its first texts and the way to its other
 * parts: the page that everybody loads knows one name per language, not one per language and part.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'texts',
    resolveId: (source) => (source === index || source.startsWith(`${index}/`) ? `\0${source}` : undefined),
    load: (source) => {
      if (source === `\0${index}`) return writeIndex();
      if (!source.startsWith(`\0${index}/`)) return undefined;
      const [id = '', more] = source.slice(index.length + 2).split('/');
      return more === 'regions' ? writeRegions(id) : writeLanguage(id);
    },
  };
}

function writeIndex(): string {
  const entries = namedLocales.map(
    ({ id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(`${index}/${id}`)})`,
  );
  return `export const languages = { ${entries.join(', ')} };`;
}

function writeLanguage(id: string): string {
  const folder = new URL(`${id}/`, catalogues);
  const file = (part: string): string => JSON.stringify(new URL(`${part}.po`, folder).pathname);
  const parts = readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -'.po'.length))
    .filter((part) => part !== first)
    .map((part) => `${part}: () => import(${file(part)})`);
  const { ownName } = namedLocales.find((locale) => locale.id === id) ?? {};
  const lines = [
    `export { messages } from ${file(first)};`,
    `export const ownName = ${JSON.stringify(ownName)};`,
    `export const parts = { ${parts.join(', ')} };`,
  ];
  if (unknownToBrowsers.includes(id)) {
    lines.push(
      `export const formats = ${JSON.stringify(writeFormats(id))};`,
      `export const regions = () => import(${JSON.stringify(`${index}/${id}/regions`)});`,
    );
  }
  return lines.join('\n');
}

function writeRegions(id: string): string {
  const names = new Intl.DisplayNames(id, { type: 'region', fallback: 'code' });
  const entries = Object.keys(metadata.countries).map((region) => [region, names.of(region)]);
  return `export const names = ${JSON.stringify(Object.fromEntries(entries))};`;
}
