import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { SigningProvider } from '../shared/signing/signing.tsx';

export type Given = {
  readonly me?: Partial<OperatorView>;
  /** What the server has answered, by the key of the question. */
  readonly answers?: readonly (readonly [key: readonly unknown[], answer: unknown])[];
  /** Of these lists, which are among the answers, the server did not give the next page. */
  readonly failedPages?: readonly (readonly unknown[])[];
};

/** What a component draws for an operator, as HTML; it asks the server for nothing. */
export function draw(element: ReactNode, messages: Messages, { me, answers = [], failedPages = [] }: Given): string {
  i18n.loadAndActivate({ locale: 'en', messages });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(['me'], { name: 'ada', role: 'viewer', assets: [], ...me });
  for (const [key, answer] of answers) queries.setQueryData(key, answer);
  for (const queryKey of failedPages)
    queries
      .getQueryCache()
      .find({ queryKey })
      ?.setState({
        status: 'error',
        error: new Error('the server does not answer'),
        fetchMeta: { fetchMore: { direction: 'forward' } },
      });
  const router = createMemoryRouter([{ path: '*', element: <SigningProvider>{element}</SigningProvider> }]);
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}
