import type { ComponentType, ReactNode } from 'react';
import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router';
import type { PageRoute } from '../shared/page-route.ts';
import { goAhead } from './ahead.ts';
import { PageFailure } from './page-fault.tsx';
import { ContentShape, PageFrame } from './page-frame.tsx';
import type { PageLoad } from './page-load.ts';
import { createPagePlace } from './page-place.tsx';

/**
 * A page as the router knows it. While the app opens, the page is waited for, under its launch page; after that somebody who
 * goes there is there at once, and sees the page's shape until the page comes.
 */
export function createPageRoute(
  path: string,
  {
    route,
    load,
    fallback,
    Bar,
    isOpen,
    guard,
  }: {
    readonly route: PageRoute<string>;
    readonly load: PageLoad;
    readonly fallback: string;
    /** The page's bar until it comes, where that is not the usual one. */
    readonly Bar?: ComponentType<{ title: ReactNode; usual: ReactNode }> | undefined;
    readonly isOpen: () => boolean;
    /** What decides whether the page opens; it may lead elsewhere. */
    readonly guard?: LoaderFunction | undefined;
  },
): RouteObject {
  const frame = { route, fallback, Bar };
  const whole = <PageFrame {...frame} />;
  // Where a guard may lead elsewhere, it is not known yet what comes.
  const ahead = ({ request }: LoaderFunctionArgs) => (guard === undefined ? goAhead(whole, load, request) : undefined);
  return {
    path,
    handle: route,
    loader: async (args) => {
      const loading = load.start();
      // Once the app is open, a failure shows in the page's place.
      if (isOpen()) loading.catch(() => undefined);
      const [onward] = await Promise.all([guard?.(args), isOpen() ? ahead(args) : loading]);
      return onward ?? null;
    },
    Component: createPagePlace({
      load,
      whole,
      content: <ContentShape route={route} />,
      failed: (error) => (
        <PageFrame {...frame}>
          <PageFailure error={error} />
        </PageFrame>
      ),
    }),
  };
}
