import type { Plugin } from 'vite';

/** Serves the value that `make` returns as the default export of the module `id`, computed at build time. */
export function virtualJsonPlugin(id: string, make: () => unknown): Plugin {
  const resolvedId = `\0${id}`;
  return {
    name: id,
    resolveId: (source) => (source === id ? resolvedId : undefined),
    load: (source) =>
      source === resolvedId ? `export default JSON.parse(${JSON.stringify(JSON.stringify(make()))});` : undefined,
  };
}
