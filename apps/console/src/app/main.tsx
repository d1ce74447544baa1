import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import '@tern/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startI18n } from '../shared/i18n.ts';
import { operatorQuery } from '../shared/operator.ts';
import { createQueryClient } from '../shared/query-client.ts';
import './console.css';
import { createRouter, signInPathFor } from './router.tsx';

const queries = createQueryClient(leaveExpiredSession);
const router = createRouter(queries);

function leaveExpiredSession() {
  queries.removeQueries({ queryKey: operatorQuery.queryKey });
  // While a page is being opened its guard sees the same answer and leads on.
  if (!router.state.initialized || router.state.navigation.state !== 'idle') return;
  const { pathname, search } = router.state.location;
  if (pathname === '/console/sign-in' || pathname === '/console/enrol') return;
  void router.navigate(signInPathFor(pathname.replace(/^\/console/, '') + search), { replace: true });
}

const container = document.getElementById('app');
if (container === null) throw new Error('the page has no place for the app');
await startI18n();
createRoot(container).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
