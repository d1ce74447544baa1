import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Empty } from '@tern/ui/empty';
import { GlobeIcon } from '@tern/ui/icons';
import { PlusIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { Link } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { Host } from '../../../shared/inside/host.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { siteRequestsQuery } from '../../../shared/inside/site-requests-query.ts';
import { siteConnectionsQuery } from '../shared/site-queries.ts';
import { paths } from '../../../shared/paths.ts';
import { PausedNote } from '../shared/paused-note.tsx';
import { RequestRows } from './request-rows.tsx';
import { SiteSheet } from './site-sheet.tsx';

/** Sites that see an address of the person, what they ask for, and the end of each. */
function ConnectedPage() {
  const { t } = useLingui();
  const query = useQuery(siteConnectionsQuery);
  const requests = useQuery(siteRequestsQuery);
  const [openId, setOpenId] = useState<string>();
  // A request is of a site of the list: both come at once, so that nothing moves.
  const shown = areSettled(requests) ? query : { ...query, data: undefined };
  return (
    <Page
      bar={<AppBar title={t`Connected sites`} back={<BackButton fallback={paths.settings} />} />}
      foot={
        <Button as={Link} to={paths.connect} kind="quiet" block>
          <PlusIcon size="s" />
          <Trans>Connect a site</Trans>
        </Button>
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={() => Promise.all([query.refetch(), requests.refetch()])} />
      <PausedNote />
      <Loaded query={shown} loading={<SkeletonRows count={2} />} failed={<Trans>Couldn’t load your sites.</Trans>}>
        {({ connections }) => (
          <>
            <OutdatedNote query={query} />
            <RequestRows requests={requests.data?.requests ?? []} />
            {connections.length === 0 ? <NoSite /> : <SiteList connections={connections} onOpen={setOpenId} />}
          </>
        )}
      </Loaded>
      <SiteSheet
        connection={query.data?.connections.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </Page>
  );
}

function NoSite() {
  return (
    <Empty
      title={<Trans>No connected site</Trans>}
      note={<Trans>A site that you connect sees your address and can ask you to sign a text or to pay.</Trans>}
    />
  );
}

function SiteList(props: { connections: readonly ConnectionView[]; onOpen: (id: string) => void }) {
  return (
    <Card flush>
      <ul>
        {props.connections.map((connection) => (
          <li key={connection.id}>
            <SiteRow connection={connection} onOpen={() => props.onOpen(connection.id)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One that is not connected yet leads to the answer that it waits for. */
function SiteRow({ connection, onOpen }: { connection: ConnectionView; onOpen: () => void }) {
  const { id, phase, site } = connection;
  if (phase === 'active' && site !== null) {
    return (
      <Row
        as="button"
        start={<GlobeIcon />}
        title={<Host>{site.host}</Host>}
        note={
          <>
            <bdi className="long-words" translate="no">
              {site.name}
            </bdi>
            <br />
            <LastUse connection={connection} />
          </>
        }
        leads
        onClick={onOpen}
      />
    );
  }
  return (
    <Row
      as={Link}
      to={`${paths.connect}?${new URLSearchParams({ id })}`}
      start={<GlobeIcon />}
      title={site === null ? <Trans>Waiting for the site</Trans> : <Host>{site.host}</Host>}
      note={
        phase === 'proposed' ? (
          <Trans>Wants to connect</Trans>
        ) : phase === 'settling' ? (
          <Trans>Connecting</Trans>
        ) : (
          <Trans>Link opened</Trans>
        )
      }
      leads
    />
  );
}

function LastUse({ connection: { lastUsedAt, createdAt } }: { connection: ConnectionView }) {
  const time = formatDateTime(lastUsedAt ?? createdAt);
  return lastUsedAt === null ? <Trans>Connected {time}, not used yet</Trans> : <Trans>Last used {time}</Trans>;
}

export { ConnectedPage as Component };
