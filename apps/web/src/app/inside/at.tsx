import { use, useMemo, type ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext, type Location } from 'react-router';

/** What is drawn as on another page than the one that the browser is on; without one, as on this. */
export function At({ to, children }: { to: Location | URL | undefined; children: ReactNode }) {
  const outer = use(UNSAFE_LocationContext);
  const own = useMemo(() => to && { location: read(to), navigationType: NavigationType.Pop }, [to]);
  return <UNSAFE_LocationContext value={own ?? outer}>{children}</UNSAFE_LocationContext>;
}

function read(to: Location | URL): Location {
  if (!(to instanceof URL)) return to;
  const { pathname, search } = to;
  return { pathname, search, hash: '', state: null, key: 'ahead' };
}
