import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionRequestView, ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { FullAddress } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Facts } from '@tern/ui/facts';
import { EyeIcon } from '@tern/ui/icons';
import { FileTextIcon, ShieldCheckIcon } from '@tern/ui/inside-icons';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatClock } from '../../../shared/format-time.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { SiteHead } from '../shared/site-head.tsx';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { AddressCheck } from './address-check.tsx';
import { ApproveSheet } from './approve-sheet.tsx';
import { readCameFrom } from './came-from.ts';
import { ConnectFrame } from './connect-frame.tsx';
import { useRejecting } from './use-rejecting.ts';

/** Who asks, what it will see and may ask for; connected with the trade password, or turned down. */
export function Proposal(props: { connection: ConnectionView; site: ConnectionRequestView['site'] }) {
  const { connection, site } = props;
  const { state } = useLocation();
  const from = readCameFrom(state);
  const [isApproving, setApproving] = useState(false);
  const rejecting = useRejecting(connection.id);
  const isDoubtful = site.hasOtherLetters || (from !== undefined && from !== site.host);
  const connect = (
    <Button
      key="connect"
      block
      kind={isDoubtful ? 'quiet' : 'primary'}
      needsConnection
      onClick={() => setApproving(true)}
    >
      <Trans>Connect</Trans>
    </Button>
  );
  const refuse = (
    <Button
      key="refuse"
      block
      kind={isDoubtful ? 'ink' : 'text'}
      busy={rejecting.isPending}
      onClick={() => rejecting.mutate()}
    >
      <Trans>Refuse</Trans>
    </Button>
  );
  return (
    <ConnectFrame
      foot={
        <>
          <SiteRefusal error={rejecting.error} />
          {isDoubtful ? [refuse, connect] : [connect, refuse]}
          <p className="caption center">
            <Trans>You confirm with your trade password.</Trans>
          </p>
        </>
      }
    >
      <SiteHead site={site} />
      <AddressCheck site={site} from={from} />
      <Points methods={connection.methods} />
      <Terms connection={connection} />
      <ApproveSheet id={connection.id} host={site.host} open={isApproving} onClose={() => setApproving(false)} />
    </ConnectFrame>
  );
}

function Points({ methods }: Pick<ConnectionView, 'methods'>) {
  const signs = methods.includes('tron_signMessage');
  const pays = methods.includes('tron_signTransaction');
  return (
    <Card>
      <ul className="site-points">
        <Point icon={<EyeIcon />} title={<Trans>It will see</Trans>}>
          <Trans>Your address, and what everybody can see of it on the network</Trans>
        </Point>
        <Point icon={<FileTextIcon />} title={<Trans>It can ask</Trans>}>
          {signs && pays ? (
            <Trans>You to sign a text or to pay an amount. You decide each time.</Trans>
          ) : signs ? (
            <Trans>You to sign a text. You decide each time.</Trans>
          ) : pays ? (
            <Trans>You to pay an amount. You decide each time.</Trans>
          ) : (
            <Trans>Nothing</Trans>
          )}
        </Point>
        <Point icon={<ShieldCheckIcon />} title={<Trans>It can never</Trans>}>
          <Trans>Move your money, see your balance here or your name</Trans>
        </Point>
      </ul>
    </Card>
  );
}

function Point(props: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      {props.icon}
      <div className="grow">
        <p className="body-strong">{props.title}</p>
        <p className="caption">{props.children}</p>
      </div>
    </li>
  );
}

function Terms({ connection: { walletId, expiresAt } }: { connection: ConnectionView }) {
  const { data } = useQuery(walletsQuery);
  const wallet = data?.wallets.find(({ id }) => id === walletId);
  return (
    <Facts
      facts={[
        ...(wallet === undefined
          ? []
          : [
              { key: 'wallet', term: <Trans>Wallet</Trans>, value: <bdi>{wallet.name}</bdi> },
              {
                key: 'address',
                term: <Trans>Your address it will see</Trans>,
                value: <FullAddress address={wallet.address} />,
              },
            ]),
        { key: 'long', term: <Trans>Connected for</Trans>, value: <Trans>7 days at most, or until you end it</Trans> },
        { key: 'until', term: <Trans>Answer until</Trans>, value: <bdi>{formatClock(expiresAt)}</bdi> },
      ]}
    />
  );
}
