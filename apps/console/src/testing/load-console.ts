import { fileURLToPath } from 'node:url';
import type { I18n } from '@lingui/core';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createServer } from 'vite';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

const me: Pick<OperatorView, 'name' | 'role' | 'assets'> = { name: 'ada', role: 'viewer', assets: [] };

/** The console's sources as its build loads them, for tests: with its texts, and drawn without a browser. */
export async function loadConsole() {
  const server = await createServer({
    root: cwd,
    configFile: false,
    plugins: [
      lingui({ cwd }),
      babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    ],
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  const load = async <Module>(path: string): Promise<Module> => (await server.ssrLoadModule(path)) as Module;
  const { i18n } = await load<{ i18n: I18n }>('@lingui/core');
  const { I18nProvider } = await load<{ I18nProvider: ComponentType<{ i18n: I18n; children: ReactNode }> }>(
    '@lingui/react',
  );
  const { messages } = await load<{ messages: Parameters<I18n['load']>[1] }>('/src/locales/en.po');
  i18n.loadAndActivate({ locale: 'en', messages: messages as never });
  return {
    load,
    close: () => server.close(),
    /** What a component draws for an operator with these answers of the server, as HTML. */
    draw: (
      element: ReactNode,
      given: { me?: Partial<OperatorView>; answers?: readonly (readonly [key: readonly unknown[], answer: unknown])[] },
    ): string => {
      const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
      queries.setQueryData(['me'], { ...me, ...given.me });
      for (const [key, answer] of given.answers ?? []) queries.setQueryData(key, answer);
      const router = createMemoryRouter([{ path: '*', element }]);
      return renderToStaticMarkup(
        createElement(
          I18nProvider,
          { i18n, children: undefined },
          createElement(QueryClientProvider, { client: queries }, createElement(RouterProvider, { router })),
        ),
      );
    },
  };
}
