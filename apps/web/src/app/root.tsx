import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { RefusalHelp } from '@tern/ui/refusal-help';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ContactSupport } from '../shared/contact-support.tsx';
import type { OpenRoute } from '../shared/page-route.ts';
import { paths } from '../shared/paths.ts';
import { installationQuery } from '../shared/queries.ts';
import { AheadFrame } from './ahead-frame.tsx';
import { noteShown, useAhead } from './ahead.ts';
import { focusHeading } from './focus-heading.ts';
import { usePageArrivals } from './page-arrivals.ts';
import { PageFrame } from './page-frame.tsx';
import { readTitle } from './read-title.ts';

const Asides = lazy(async () => ({ default: (await import('./asides.tsx')).Asides }));

const help = <ContactSupport />;
/** Soon enough for an answer to a press, and later than anything that needs no network. */
const lateAfterMs = 50;

/** What surrounds every page: title, focus on arrival, scroll position. */
export function Root() {
  useDocumentTitle();
  useFocusOnArrival();
  const arrivals = usePageArrivals();
  const ahead = useAhead();
  const isUnderWay = useIsUnderWay() && ahead === undefined;
  const isAhead = ahead?.isInside === false;
  return (
    <div className="app">
      <Suspense>
        <Asides />
      </Suspense>
      <RefusalHelp value={help}>
        <div className="outlet" hidden={isUnderWay || isAhead}>
          <Outlet />
        </div>
        {isUnderWay ? <PageFrame fallback={paths.login} /> : null}
        {isAhead ? <AheadFrame>{ahead.frame}</AheadFrame> : null}
      </RefusalHelp>
      <ScrollRestoration key={arrivals} />
    </div>
  );
}

/**
 * Whether somebody has gone where it is not known yet what opens: on the way inside, before the session was asked for. Between
 * pages that are known nothing is waited for.
 */
function useIsUnderWay(): boolean {
  const isLoading = useNavigation().state === 'loading';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  return isLoading && isLate;
}

/** "<page> · <product>"; the product's name is the installation's. */
function useDocumentTitle() {
  const { i18n } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  const route = useMatches()
    .map(({ handle }): unknown => handle)
    .findLast(isPage);
  const title = [readTitle(i18n, route), installation?.product.name].filter((part) => part !== undefined).join(' · ');
  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);
}

function isPage(handle: unknown): handle is Pick<OpenRoute, 'title'> {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

/** After a change of page, readers and keyboards start at its heading, as after a full load. */
function useFocusOnArrival() {
  const location = useLocation();
  const { pathname } = location;
  useEffect(() => noteShown(location), [location]);
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    focusHeading();
  }, [pathname]);
}
