import { Trans } from '@lingui/react/macro';
import type { ArrivalState, ArrivalView, DepositSearchView } from '@tern/contracts/routes/deposits';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { FullAddress } from '@tern/ui/address';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Chip } from '@tern/ui/chip';
import { CheckIcon, CircleXIcon, InfoIcon } from '@tern/ui/icons';
import { ClockIcon } from '@tern/ui/inside-icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { NetworkDelay, useNetworkDelayed } from '../../../shared/inside/records/network-delay.tsx';
import { paths } from '../../../shared/paths.ts';
import './found-moves.css';

const chips: Record<
  ArrivalState,
  { kind: 'positive' | 'running' | 'waiting' | 'failed'; icon: ReactNode; text: ReactNode }
> = {
  credited: { kind: 'positive', icon: <CheckIcon size="xs" />, text: <Trans>Credited</Trans> },
  confirming: { kind: 'running', icon: <ClockIcon size="xs" />, text: <Trans>Not final yet</Trans> },
  crediting: { kind: 'running', icon: <ClockIcon size="xs" />, text: <Trans>Being credited</Trans> },
  suspense: { kind: 'waiting', icon: <InfoIcon size="xs" />, text: <Trans>Held safely</Trans> },
  examined: { kind: 'waiting', icon: <InfoIcon size="xs" />, text: <Trans>Under review</Trans> },
  'not-listed': { kind: 'failed', icon: <CircleXIcon size="xs" />, text: <Trans>Not credited here</Trans> },
  elsewhere: { kind: 'failed', icon: <CircleXIcon size="xs" />, text: <Trans>Not sent to you</Trans> },
};

/** Each move of the transaction with what became of it. */
export function FoundMoves({ found, installation }: { found: DepositSearchView; installation: InstallationView }) {
  return (
    <ul className="stack gap-3">
      {found.moves.map((move, at) => (
        <li key={at}>
          <Card>
            <div className="stack gap-3">
              <div className="cluster between wrap">
                <span className="body-strong">
                  <MovedAmount move={move} installation={installation} />
                </span>
                <Chip kind={chips[move.state].kind} icon={chips[move.state].icon}>
                  {chips[move.state].text}
                </Chip>
              </div>
              <div>
                <p className="caption">
                  <Trans>To</Trans>
                </p>
                <FullAddress address={move.to} />
              </div>
              <div className="ink-2">
                <Meaning move={move} found={found} />
              </div>
              {move.recordId === null ? null : (
                <Button
                  as={Link}
                  kind="quiet"
                  block
                  to={`${paths.record}?${new URLSearchParams({ id: move.recordId })}`}
                >
                  <Trans>View record</Trans>
                </Button>
              )}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function MovedAmount({ move, installation }: { move: ArrivalView; installation: InstallationView }) {
  if (move.assetId === null || move.amount === null) return <Trans>A token that is not listed</Trans>;
  const asset = getAsset(installation, move.assetId);
  return <Amount text={exactAmount(move.amount, asset)} unit={asset.symbol} />;
}

function Meaning({ move, found }: { move: ArrivalView; found: DepositSearchView }) {
  switch (move.state) {
    case 'credited':
      return <Trans>It arrived and is in your balance.</Trans>;
    case 'confirming':
      return <NotFinal confirmations={found.confirmations} />;
    case 'crediting':
      return <Trans>It is final on the chain and will be credited in a moment.</Trans>;
    case 'suspense':
      return (
        <Trans>
          It arrived. We keep it safe until two of our team members have assigned it. You don’t need to do anything.
        </Trans>
      );
    case 'examined':
      return <Trans>It is unusual, so one of our team members reviews it. You don’t need to do anything.</Trans>;
    case 'not-listed':
      return <NotListed contract={move.contract} />;
    case 'elsewhere':
      return (
        <>
          <Trans>This is not one of your addresses. Ask the sender which address they were given.</Trans>
          <ContactSupport />
        </>
      );
  }
}

function NotFinal({ confirmations }: Pick<DepositSearchView, 'confirmations'>) {
  if (useNetworkDelayed(true)) return <NetworkDelay />;
  if (confirmations === null) return null;
  if (confirmations.seen >= confirmations.required) return <Trans>The network is finalizing the block.</Trans>;
  return (
    <Trans>
      <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi> blocks confirm it. It
      is credited when all of them do.
    </Trans>
  );
}

function NotListed({ contract }: { contract: string | null }) {
  return (
    <>
      <Trans>We don’t credit this token. Its name may imitate a known token: only the contract address counts.</Trans>
      {contract === null ? null : (
        <>
          {' '}
          <bdi dir="ltr" className="found-contract">
            {contract}
          </bdi>
        </>
      )}
      <ContactSupport />
    </>
  );
}
