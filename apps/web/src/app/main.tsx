import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { leaveLayers, watchHistory } from '@tern/ui/open-layers';
import '@tern/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { draftPrefix } from '../shared/draft-prefix.ts';
import { startI18n } from '../shared/i18n.ts';
import { loginPathFor, readReturnPath } from '../shared/paths.ts';
import { installationQuery } from '../shared/queries.ts';
import { createQueryClient } from '../shared/query-client.ts';
import { forgetSession } from '../shared/session.ts';
import { applyTheme } from '../shared/theme.ts';
import { rememberInstallOffer } from '../shared/install-offer.ts';
import './app.css';
import { createRouter, expectInside } from './router.tsx';
import { whenInitialized } from './when-initialized.ts';

/** Longer than this the app draws its own picture, which also says what is waited for. */
const pictureAloneMs = 500;

await leaveLayers();
watchHistory();
applyTheme();
rememberInstallOffer();
const queries = createQueryClient(leaveExpiredSession);
const router = createRouter(queries);

function leaveExpiredSession() {
  forgetSession(queries);
  // While a page is being opened its guard sees the same answer and leads on.
  if (!router.state.initialized || router.state.navigation.state !== 'idle') return;
  const wanted = readReturnPath(location.pathname + location.search);
  if (wanted !== undefined) void router.navigate(loginPathFor(wanted), { replace: true });
}

const container = document.getElementById('app');
if (container === null) throw new Error('the page has no place for the app');
void queries.prefetchQuery(installationQuery);
expectInside();
await startI18n();
await whenInitialized(router, pictureAloneMs);
createRoot(container).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
// What a tab holds of yesterday, and where it holds nothing, nothing is loaded for it.
if (Object.keys(sessionStorage).some((name) => name.startsWith(draftPrefix)))
  void import('../shared/keep-draft.ts').then(({ deleteOldDrafts }) => deleteOldDrafts());
