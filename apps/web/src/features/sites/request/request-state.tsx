import { Trans, useLingui } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { CheckIcon, ShieldAlertIcon, XIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { StatePanel } from '@tern/ui/state-panel';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { SiteHead } from '../shared/site-head.tsx';
import { messageRefusalTexts } from './refusal-texts.ts';

type State = Exclude<ConnectionRequestView['state'], 'waiting'> | 'over';

const marks: Readonly<Record<State, ReactNode>> = {
  agreed: (
    <Mark large>
      <HourglassIcon />
    </Mark>
  ),
  answered: (
    <Mark kind="positive" large>
      <CheckIcon />
    </Mark>
  ),
  rejected: (
    <Mark large>
      <XIcon />
    </Mark>
  ),
  refused: (
    <Mark kind="danger" large>
      <ShieldAlertIcon />
    </Mark>
  ),
  expired: (
    <Mark kind="warning" large>
      <XIcon />
    </Mark>
  ),
  over: (
    <Mark kind="warning" large>
      <XIcon />
    </Mark>
  ),
};

/** What became of a request that nobody can answer any more. */
export function RequestState({ request }: { request: ConnectionRequestView }) {
  const { site, fault } = request;
  const state = request.state === 'waiting' ? 'over' : request.state;
  return (
    <>
      <SiteHead site={site} />
      <StatePanel
        role="status"
        mark={marks[state]}
        title={<Title state={state} />}
        note={<Note state={state} fault={fault} />}
        action={state === 'agreed' ? undefined : <ToConnectedSites />}
      />
    </>
  );
}

/** A request of which nothing is known: its site is not connected any more, or it never was. */
export function RequestGone() {
  return (
    <StatePanel
      role="status"
      mark={marks.over}
      title={<Title state="over" />}
      note={problemText({ code: 'CONNECTION_NOT_WAITING', data: undefined })}
      action={<ToConnectedSites />}
    />
  );
}

function ToConnectedSites() {
  return (
    <Button as={Link} to={paths.connectedSites} kind="quiet" small replace>
      <Trans>Connected sites</Trans>
    </Button>
  );
}

function Title({ state }: { state: State }) {
  if (state === 'agreed') return <Trans>Being signed</Trans>;
  if (state === 'answered') return <Trans>Signed</Trans>;
  if (state === 'rejected') return <Trans>Refused</Trans>;
  if (state === 'refused') return <Trans>Not signed</Trans>;
  return <Trans>No longer open</Trans>;
}

function Note({ state, fault }: Pick<ConnectionRequestView, 'fault'> & { state: State }) {
  const { i18n, t } = useLingui();
  if (state === 'agreed') return t`This takes a few seconds.`;
  if (state === 'answered') return t`The site has your signature. You can go back to it now.`;
  if (state === 'rejected') return t`Nothing was signed. The site was told.`;
  if (state === 'refused') return i18n._(messageRefusalTexts[fault ?? 'unavailable']);
  return t`The time to answer has passed. Nothing was signed. Try again on the site.`;
}
