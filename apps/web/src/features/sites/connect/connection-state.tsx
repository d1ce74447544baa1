import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { CheckIcon, GlobeIcon, XIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { StatePanel } from '@tern/ui/state-panel';
import { Link } from 'react-router';
import { Host } from '../../../shared/inside/host.tsx';
import { paths } from '../../../shared/paths.ts';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { useRejecting } from './use-rejecting.ts';

/** Where a connection is while nothing is to be decided about it. */
export function ConnectionState({ connection }: { connection: ConnectionView }) {
  const { phase, site, refusal } = connection;
  const host = <Host>{site?.host ?? ''}</Host>;
  if (phase === 'pairing' || phase === 'proposed') return <Waiting id={connection.id} />;
  if (phase === 'settling') {
    return (
      <StatePanel
        role="status"
        mark={
          <Mark large>
            <HourglassIcon />
          </Mark>
        }
        title={<Trans>Connecting</Trans>}
        note={<Trans>Keep the site open. We’re telling it that you agreed.</Trans>}
      />
    );
  }
  if (phase === 'active') {
    return (
      <StatePanel
        role="status"
        mark={
          <Mark kind="positive" large>
            <CheckIcon />
          </Mark>
        }
        title={<Trans>Connected to {host}</Trans>}
        note={<Trans>Go back to the site. What it asks for appears here, and you decide each time.</Trans>}
        action={<ToConnectedSites />}
      />
    );
  }
  return <NotConnected refusal={refusal} />;
}

/** It is over, or of nobody here. */
export function NotConnected({ refusal }: Pick<ConnectionView, 'refusal'>) {
  return (
    <StatePanel
      role="status"
      mark={
        <Mark kind="warning" large>
          <XIcon />
        </Mark>
      }
      title={<Trans>Not connected</Trans>}
      note={<WhyNot refusal={refusal} />}
      action={<ToConnectedSites />}
    />
  );
}

function Waiting({ id }: { id: string }) {
  const rejecting = useRejecting(id);
  return (
    <>
      <StatePanel
        role="status"
        mark={
          <Mark large>
            <GlobeIcon />
          </Mark>
        }
        title={<Trans>Waiting for the site</Trans>}
        note={<Trans>Keep the site open. In a moment you’ll see here who is asking.</Trans>}
        action={
          <Button kind="quiet" small busy={rejecting.isPending} onClick={() => rejecting.mutate()}>
            <Trans>Cancel</Trans>
          </Button>
        }
      />
      <SiteRefusal error={rejecting.error} />
    </>
  );
}

function ToConnectedSites() {
  return (
    <Button as={Link} to={paths.connectedSites} kind="quiet" small replace>
      <Trans>Connected sites</Trans>
    </Button>
  );
}

const otherNetwork = msg`The site asks for a different network from this wallet’s. Choose Tron on the site and get a new link.`;
const tooMuch = msg`The site asks for something that this wallet doesn’t do. Nothing was connected.`;

/** By the protocol's word for it. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  'foreign-chain': otherNetwork,
  'foreign-namespace': otherNetwork,
  'unsupported-method': tooMuch,
  'unsupported-event': tooMuch,
  'bad-site-address': msg`The site doesn’t say what its address is. Nothing was connected.`,
};

function WhyNot({ refusal }: { refusal: string | null }) {
  const { i18n, t } = useLingui();
  const reason = refusal === null ? undefined : reasons[refusal];
  return reason === undefined
    ? t`This connection has ended. To connect the site, get a new link there.`
    : i18n._(reason);
}
