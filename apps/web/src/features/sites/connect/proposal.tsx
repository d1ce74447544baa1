import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView, ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Facts } from '@tern/ui/facts';
import { EyeIcon } from '@tern/ui/icons';
import { FileTextIcon, ShieldCheckIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { Row } from '@tern/ui/row';
import { useLocation } from 'react-router';
import { formatClock } from '../../../shared/format-time.ts';
import { listWalletFacts } from '../shared/list-wallet-facts.tsx';
import { MayAsk } from '../shared/may-ask.tsx';
import { useArePaused } from '../shared/paused-note.tsx';
import { RefuseButton } from '../shared/refuse-button.tsx';
import { SiteHead } from '../shared/site-head.tsx';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { useWallet } from '../shared/use-wallet.ts';
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
  const arePaused = useArePaused();
  const isDoubtful = site.hasOtherLetters || (from !== undefined && from !== site.host);
  const connect = (
    <Button
      key="connect"
      block
      kind={isDoubtful ? 'quiet' : 'primary'}
      needsConnection
      disabled={arePaused}
      onClick={() => setApproving(true)}
    >
      <Trans>Connect</Trans>
    </Button>
  );
  const refuse = (
    <RefuseButton key="refuse" isAdvised={isDoubtful} busy={rejecting.isPending} onRefuse={() => rejecting.mutate()} />
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
      <SiteHead site={site} announce />
      <AddressCheck site={site} from={from} />
      <Points methods={connection.methods} />
      <Terms connection={connection} />
      <ApproveSheet id={connection.id} host={site.host} open={isApproving} onClose={() => setApproving(false)} />
    </ConnectFrame>
  );
}

function Points({ methods }: Pick<ConnectionView, 'methods'>) {
  return (
    <Card flush>
      <ul>
        <li>
          <Row
            start={<EyeIcon />}
            title={<Trans>It will see</Trans>}
            note={<Trans>Your address, and what everybody can see of it on the network</Trans>}
          />
        </li>
        <li>
          <Row start={<FileTextIcon />} title={<Trans>It can ask</Trans>} note={<MayAsk methods={methods} />} />
        </li>
        <li>
          <Row
            start={<ShieldCheckIcon />}
            title={<Trans>It can never</Trans>}
            note={<Trans>Move your money, or see your balance or your name</Trans>}
          />
        </li>
      </ul>
    </Card>
  );
}

function Terms({ connection: { walletId, expiresAt } }: { connection: ConnectionView }) {
  const wallet = useWallet(walletId);
  return (
    <Facts
      facts={[
        ...listWalletFacts(wallet, <Trans>Your address it will see</Trans>),
        { key: 'long', term: <Trans>Connected for</Trans>, value: <Trans>7 days at most, or until you end it</Trans> },
        { key: 'until', term: <Trans>Answer by</Trans>, value: <bdi>{formatClock(expiresAt)}</bdi> },
      ]}
    />
  );
}
