import type { ComponentType, ReactNode } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { PageRoute } from '../shared/page-route.ts';
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
  return {
    path,
    handle: route,
    loader: async (request) => {
      const loading = load.start();
      // Once the app is open, a failure shows in the page's place.
      if (isOpen()) loading.catch(() => undefined);
      const [onward] = await Promise.all([guard?.(request), isOpen() ? undefined : loading]);
      return onward ?? null;
    },
    Component: createPagePlace({
      load,
      whole: <PageFrame {...frame} />,
      content: <ContentShape route={route} />,
      failed: (error) => (
        <PageFrame {...frame}>
          <PageFailure error={error} />
        </PageFrame>
      ),
    }),
  };
}
