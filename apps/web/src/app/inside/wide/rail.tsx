import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Bird } from '@tern/ui/bird';
import { BellIcon, KeyboardIcon } from '@tern/ui/inside-icons';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { unreadQuery } from '../../../shared/message-queries.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { useShortcutsOn } from '../../../shared/shortcuts-choice.ts';
import { listOf } from '../list-of.ts';
import { tabs } from '../tabs.tsx';
import { goKeys } from './go-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

/** The main areas at the side, on every page behind the login; the coral point marks where one is. */
export function Rail() {
  const { t, i18n } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const [explaining, setExplaining] = useState(false);
  useShortcuts(() => setExplaining(true));
  const shown = listAreas(installation.tabs);
  const items = shown.map(({ path, label, Icon }) => (
    <RailItem key={path} path={path} icon={<Icon />} label={i18n._(label)} />
  ));
  const messages = (
    <RailItem
      key={paths.messages}
      path={paths.messages}
      icon={<BellIcon />}
      label={t`Messages`}
      news={unread > 0 ? { count: i18n.number(unread), text: t`${unread} unread messages` } : undefined}
    />
  );
  return (
    <nav className="rail" aria-label={t`Main navigation`}>
      <Link to={paths.home} className="rail-name" tabIndex={-1} aria-hidden="true">
        <Bird size={30} />
        <span>{installation.product.name}</span>
      </Link>
      {items.toSpliced(-1, 0, messages)}
      <button type="button" className="rail-item rail-help" aria-haspopup="dialog" onClick={() => setExplaining(true)}>
        <KeyboardIcon />
        <span>
          <Trans>Keyboard shortcuts</Trans>
        </span>
      </button>
      <Suspense>
        <ShortcutsSheet open={explaining} tabs={shown} onClose={() => setExplaining(false)} />
      </Suspense>
    </nav>
  );
}

/** The tabs, and the records, which on narrow screens home leads to. */
function listAreas(ids: readonly (keyof typeof tabs)[]) {
  const all = ids.includes('record') ? ids : ids.toSpliced(1, 0, 'record');
  return all.flatMap((id) => tabs[id] ?? []);
}

function RailItem(props: {
  path: string;
  icon: ReactNode;
  label: string;
  news?: { readonly count: string; readonly text: string } | undefined;
}) {
  const location = useLocation();
  const isOn = useShortcutsOn();
  const { path, news } = props;
  const key = goKeys.get(path);
  return (
    <Link
      to={path}
      className="rail-item"
      aria-current={location.pathname === path ? 'page' : areaOf(location) === path ? true : undefined}
    >
      {props.icon}
      <span>{props.label}</span>
      {news !== undefined ? (
        <>
          <b aria-hidden="true">{news.count}</b>
          <span className="visually-hidden">, {news.text}</span>
        </>
      ) : isOn && key !== undefined ? (
        <kbd aria-hidden="true">G {key.toUpperCase()}</kbd>
      ) : null}
    </Link>
  );
}

/** The page of the rail that a page belongs to. */
function areaOf(location: { readonly pathname: string; readonly search: string }): string | undefined {
  const list = listOf(location);
  if (list !== undefined) return list;
  return [paths.home, paths.reward].find((path) => location.pathname.startsWith(path.replace(/index$/, '')));
}
