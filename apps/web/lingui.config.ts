import { globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const source = '<rootDir>/src';
/** What is in no folder of another part: the texts that come with the app itself. */
const first = 'entry';
const tests = '**/*.test.ts';
const folders = [
  ...new Set(
    globSync('{app,features,shared}/*/**/*.{ts,tsx}', { cwd: fileURLToPath(new URL('src', import.meta.url)) }).map(
      (file) => file.split('/', 2).join('/'),
    ),
  ),
].map((folder) => ({ path: `${source}/${folder}`, parts: basename(folder).split('+') }));
const parts = new Set(folders.flatMap((folder) => folder.parts));

function foldersOf(part: string): string[] {
  return folders.filter((folder) => folder.parts.includes(part)).map(({ path }) => path);
}

/** Descriptions of pages: their titles are shown before the texts of their street are there. */
const titles: Readonly<Record<string, string>> = { entry: 'open-route', inside: 'inside-route' };

function titlesOf(part: string): string[] {
  return titles[part] === undefined ? [] : [`${source}/features/*/*/${titles[part]}.ts`];
}

/**
 * The texts come in parts, each with the pages that need it. A file belongs to the part its folder in `app`, `features` or
 * `shared` is named after, or to both where it is named after two (`my+records`); a file right in `app` or `shared` to `entry`.
 * The titles of pages are in `entry` or `inside` as well.
 */
export default defineConfig({
  sourceLocale: 'en',
  // Those that were started, offered or not: what is not translated yet is said in English.
  locales: readdirSync(new URL('./src/locales', import.meta.url)).toSorted(),
  fallbackLocales: { default: 'en' },
  catalogs: [...parts].map((part) => ({
    path: `${source}/locales/{locale}/${part}`,
    include: [
      ...(part === first ? [`${source}/{app,shared}/*.{ts,tsx}`, '<rootDir>/../../packages/ui/src'] : []),
      ...foldersOf(part),
      ...titlesOf(part),
    ],
    exclude: [tests],
  })),
  // What people write is never taken for markup of a translation.
  runtimeConfigModule: { Trans: ['@tern/ui/trans', 'Trans'] },
  format: formatter({ lineNumbers: false }),
});
