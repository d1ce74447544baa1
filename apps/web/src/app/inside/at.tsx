import { use, useMemo, type ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext, type Location } from 'react-router';

/** What is drawn as on another page than the one that the browser is on; without a location, as on this one. */
export function At({ location, children }: { location: Location | undefined; children: ReactNode }) {
  const outer = use(UNSAFE_LocationContext);
  const own = useMemo(() => location && { location, navigationType: NavigationType.Pop }, [location]);
  return <UNSAFE_LocationContext value={own ?? outer}>{children}</UNSAFE_LocationContext>;
}
