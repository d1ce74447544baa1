import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileTextIcon } from '@tern/ui/inside-icons';
import { Link, useLocation } from 'react-router';
import { Host } from '../../shared/inside/host.tsx';
import { siteRequestsQuery } from '../../shared/inside/site-queries.ts';
import { paths } from '../../shared/paths.ts';

/** Where requests are shown anyway. */
const ownPages: readonly string[] = [paths.siteRequest, paths.connectedSites];

/** Below the bar of every page: that a connected site waits for an answer, with the way to it. It never takes the screen. */
export function RequestBar() {
  const { pathname } = useLocation();
  const { data } = useQuery(siteRequestsQuery);
  const next = data?.requests.find(({ state }) => state === 'waiting');
  if (next === undefined || ownPages.includes(pathname)) return null;
  const { id, site, asks } = next;
  const host = <Host>{site.host}</Host>;
  return (
    <div className="cluster update-note offline-bar label" role="status">
      <FileTextIcon size="s" />
      <p>
        {asks?.kind !== 'transaction' ? (
          <Trans>{host} asks you to sign a text.</Trans>
        ) : asks.payment === null ? (
          <Trans>{host} wants a transaction signed.</Trans>
        ) : (
          <Trans>{host} asks you to pay.</Trans>
        )}{' '}
        <Link className="link" to={`${paths.siteRequest}?${new URLSearchParams({ id })}`}>
          <Trans>View request</Trans>
        </Link>
      </p>
    </div>
  );
}
