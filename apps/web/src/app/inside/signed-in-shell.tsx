import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { TabBar, TabItem } from '@tern/ui/tab-bar';
import { useEffect } from 'react';
import { NavLink, useLocation } from 'react-router';
import { keepLastSeen } from '../../shared/last-seen.ts';
import { setBalancesHidden, useBalancesHidden } from '../../shared/hidden-balances.ts';
import { followLiveEvents } from '../../shared/live.ts';
import { renewPush } from '../../shared/push.ts';
import { unreadQuery } from '../../shared/message-queries.ts';
import { preferencesQuery } from '../../shared/preference-queries.ts';
import { installationQuery } from '../../shared/queries.ts';
import { Panes } from './panes.tsx';
import { tabs } from './tabs.tsx';
import { useWideParts } from './wide-parts.ts';

/** Around every page that needs a session: live changes, and the tab bar on the tabs' first pages, or the rail on all. */
export function SignedInShell() {
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    void followLiveEvents(queries, leaving.signal);
    keepLastSeen(queries, leaving.signal);
    return () => leaving.abort();
  }, [queries]);
  const hidden = useBalancesHidden();
  useEffect(() => void renewPush(hidden), [hidden]);
  const hideBalances = useQuery(preferencesQuery).data?.hideBalances;
  useEffect(() => {
    if (hideBalances !== undefined) setBalancesHidden(hideBalances);
  }, [hideBalances]);
  const wide = useWideParts();
  return (
    <>
      {wide === undefined ? null : <wide.Rail />}
      <Panes wide={wide} />
      {wide === undefined ? <Tabs /> : null}
    </>
  );
}

function Tabs() {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const shown = installation.tabs.flatMap((id) => tabs[id] ?? []);
  if (!shown.some((tab) => tab.path === pathname)) return null;
  return (
    <TabBar label={t`Main navigation`}>
      {shown.map(({ path, label, Icon, leadsToMessages }) => (
        <TabItem
          key={path}
          as={NavLink}
          to={path}
          icon={<Icon />}
          label={i18n._(label)}
          news={leadsToMessages && unread > 0 ? t`${unread} unread messages` : undefined}
        />
      ))}
    </TabBar>
  );
}
