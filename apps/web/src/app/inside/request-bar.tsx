import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { FileTextIcon } from '@tern/ui/inside-icons';
import { Link } from 'react-router';
import { Host } from '../../shared/inside/host.tsx';
import { paths } from '../../shared/paths.ts';

/** Below the bar of every page: that a connected site waits for an answer, with the way to it. It never takes the screen. */
export function RequestBar({ request: { id, site, asks } }: { readonly request: ConnectionRequestView }) {
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
