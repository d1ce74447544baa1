import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { RefusalHelp } from '@tern/ui/refusal-help';
import { Toaster } from '@tern/ui/toast';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ContactSupport } from '../shared/contact-support.tsx';
import type { OpenRoute } from '../shared/page-route.ts';
import { installationQuery } from '../shared/queries.ts';

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
  const { i18n } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  const route = useMatches()
    .map(({ handle }): unknown => handle)
    .findLast(isPage);
  // A page whose texts could not be fetched has no name.
  const name = route && route.title.id in i18n.messages ? i18n._(route.title) : undefined;
  const title = [name, installation?.product.name].filter((part) => part !== undefined).join(' · ');
  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);
}

function isPage(handle: unknown): handle is Pick<OpenRoute, 'title'> {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
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
