import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { RefusalHelp } from '@tern/ui/refusal-help';
import { Toaster } from '@tern/ui/toast';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ContactSupport } from '../shared/contact-support.tsx';
import { installationQuery } from '../shared/queries.ts';
import { isPageTitle } from './page-titles.ts';

const Asides = lazy(async () => ({ default: (await import('./asides.tsx')).Asides }));

const help = <ContactSupport />;

/** What surrounds every page: title, focus on arrival, scroll position, toasts. */
export function Root() {
  useDocumentTitle();
  useFocusOnArrival();
  return (
    <div className="app">
      <Suspense>
        <Asides />
      </Suspense>
      <RefusalHelp value={help}>
        <Outlet />
      </RefusalHelp>
      <ScrollRestoration />
      <Toaster />
    </div>
  );
}

/** "<page> · <product>"; the product's name is the installation's. */
function useDocumentTitle() {
  const { _ } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  const handle = useMatches().findLast((match) => isPageTitle(match.handle))?.handle;
  const names = [isPageTitle(handle) ? _(handle.title) : undefined, installation?.product.name];
  const title = names.filter((name) => name !== undefined).join(' · ');
  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);
}

/** After a change of page, readers and keyboards start at its heading, as after a full load. */
function useFocusOnArrival() {
  const { pathname } = useLocation();
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    if (document.activeElement === document.body || document.activeElement === null) {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }, [pathname]);
}
