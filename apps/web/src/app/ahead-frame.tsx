import { useLayoutEffect, type ReactNode } from 'react';

/** The frame of the page that comes, at its top. Nothing in it can be pressed: the browser is still on the page before. */
export function AheadFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, []);
  return (
    <div className="outlet" inert>
      {children}
    </div>
  );
}
