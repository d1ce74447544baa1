import { namedLocales } from '@tern/locales/all-locales';
import type { Plugin } from 'vite';
import { listPages } from './list-pages.ts';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/**
 * Writes `preloads.json`: files that nearly every visit goes on to load, which the server names together with the page
 * (`services/api/src/page-preloads.ts`) instead of each waiting for the script that asks for it.
 */
export function preloadsPlugin(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const filesOf = openFiles(bundle);
      const pages = listPages().map(({ path, module, ...page }) => [path, { ...page, scripts: filesOf(module) }]);
      const parts = new Set(listPages().flatMap((page) => page.parts));
      const languages = namedLocales.map(({ id }) => [
        id,
        {
          entry: filesOf(`virtual:texts/${id}`),
          ...Object.fromEntries([...parts, 'inside'].map((part) => [part, filesOf(`/locales/${id}/${part}.po`)])),
        },
      ]);
      const preloads = {
        inside: filesOf(
          '/app/inside/inside-routes.ts',
          '/app/inside/signed-in-shell.tsx',
          '/shared/inside/problem-texts-inside.ts',
        ),
        pages: Object.fromEntries(pages) as unknown,
        languages: Object.fromEntries(languages) as unknown,
      };
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}

/** The files a module comes in with all they import, but for those that come with every page. */
function openFiles(bundle: Bundle): (...modules: readonly string[]) => readonly string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const follow = (names: readonly string[], into: Set<string>): Set<string> => {
    for (const name of names) {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk' || into.has(name)) continue;
      into.add(name);
      follow(chunk.imports, into);
    }
    return into;
  };
  const always = follow(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    new Set(),
  );
  return (...modules) => {
    const own = modules.map((module) => {
      const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
      if (found === undefined) throw new Error(`no file of the build has ${module}`);
      return found.fileName;
    });
    return [...follow(own, new Set())].filter((name) => !always.has(name)).map((name) => `/${name}`);
  };
}
