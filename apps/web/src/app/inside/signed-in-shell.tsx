import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { NeedsConnection } from '@tern/ui/needs-connection';
import { PageNotice } from '@tern/ui/page-notice';
import { TabBar, TabItem } from '@tern/ui/tab-bar';
import { useEffect } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useConnected } from '../../shared/connection.ts';
import { OfflineBar } from '../../shared/inside/offline-bar.tsx';
import { keepLastSeen } from '../../shared/last-seen.ts';
import { setBalancesHidden, useBalancesHidden } from '../../shared/hidden-balances.ts';
import { followLiveEvents } from '../../shared/live.ts';
import { renewPush } from '../../shared/push.ts';
import { unreadQuery } from '../../shared/message-queries.ts';
import { preferencesQuery } from '../../shared/preference-queries.ts';
import { installationQuery } from '../../shared/queries.ts';
import { useAhead } from '../ahead.ts';
import { At } from './at.tsx';
import { leaveForOtherOwner } from './leave-for-other-owner.ts';
import { Panes } from './panes.tsx';
import { prepareOffline } from './prepare-offline.ts';
import { RequestNotice } from './request-notice.tsx';
import { tabs } from './tabs.tsx';
import { watchConnection } from './watch-connection.ts';
import { useWideParts } from './wide-parts.ts';

const offlineBar = <OfflineBar />;
const requestNotice = <RequestNotice />;

/**
 * Around every page that needs a session: live changes, what it says and does without a connection, and the tab bar on the
 * tabs' first pages, or the rail on all.
 */
export function SignedInShell() {
  const { t } = useLingui();
  const connected = useConnected();
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    void followLiveEvents(queries, leaving.signal);
    keepLastSeen(queries, leaving.signal);
    leaveForOtherOwner(queries, leaving.signal);
    watchConnection(queries, leaving.signal);
    void prepareOffline(queries, leaving.signal);
    return () => leaving.abort();
  }, [queries]);
  const hidden = useBalancesHidden();
  useEffect(() => void renewPush(hidden), [hidden]);
  const hideBalances = useQuery(preferencesQuery).data?.hideBalances;
  useEffect(() => {
    if (hideBalances !== undefined) setBalancesHidden(hideBalances);
  }, [hideBalances]);
  const wide = useWideParts();
  const ahead = useAhead();
  return (
    <NeedsConnection value={connected ? null : t`Needs a connection`}>
      {wide === undefined ? null : <wide.Rail />}
      <PageNotice value={connected ? requestNotice : offlineBar}>
        <Panes wide={wide} />
      </PageNotice>
      {wide === undefined ? (
        <At to={ahead?.to}>
          <Tabs />
        </At>
      ) : null}
    </NeedsConnection>
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
