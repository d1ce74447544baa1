import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import './room-tabs.css';

/** The pages of one room side by side; each has its address. The first one's address is the beginning of all others. */
export function RoomTabs({
  label,
  pages,
}: {
  label: string;
  pages: readonly { readonly to: string; readonly name: string }[];
}) {
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // On a phone the chosen page can be beyond the edge.
  useEffect(() => {
    const chosen = tabs.current?.querySelector('[aria-current]');
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={tabs} className="room-tabs" aria-label={label}>
      {pages.map(({ to, name }, at) => (
        <NavLink key={to} to={to} end={at === 0}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
