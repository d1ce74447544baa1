import { fileURLToPath } from 'node:url';
import type { Messages } from '@lingui/core';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { createServer } from 'vite';
import type { draw, Given } from './draw.tsx';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The console's sources as its build loads them, for tests: with its texts, and drawn without a browser. `instead` has the
 * text of modules that a test replaces, by their path.
 */
export async function loadConsole(instead: Readonly<Record<string, string>> = {}) {
  // The address of the server stands in the page's own.
  globalThis.location ??= new URL('https://console.example/') as unknown as Location;
  const server = await createServer({
    root: cwd,
    configFile: false,
    plugins: [
      {
        name: 'instead',
        enforce: 'pre',
        load: (id) => instead[id.slice(cwd.length - 1)],
      },
      lingui({ cwd }),
      babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    ],
    server: { middlewareMode: true, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  const load = async <Module>(path: string): Promise<Module> => (await server.ssrLoadModule(path)) as Module;
  return {
    load,
    close: () => server.close(),
    /** A component of a module, drawn as `draw` has it, in English. */
    draw: async <Props extends object>(
      [path, name]: readonly [path: string, name: string],
      { props, ...given }: Given & { readonly props?: Props },
    ): Promise<string> => {
      const drawing = await load<{ draw: typeof draw }>('/src/testing/draw.tsx');
      const { messages } = await load<{ messages: Messages }>('/src/locales/en.po');
      const component = (await load<Readonly<Record<string, ComponentType<Props>>>>(path))[name];
      if (component === undefined) throw new Error(`no ${name} in ${path}`);
      return drawing.draw(createElement(component, props as Props), messages, given);
    },
  };
}
