import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheckIcon, CircleXIcon, GlobeIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import type { ChainFault } from './check-chain.ts';
import type { PublicFindings } from './run-checks.ts';

const icons = {
  right: { icon: <CircleCheckIcon />, className: 'positive' },
  wrong: { icon: <CircleXIcon />, className: 'danger' },
  later: { icon: <HourglassIcon />, className: 'ink-3' },
  told: { icon: <GlobeIcon />, className: 'ink-3' },
};

/** What one check found: a tick, a cross, that it is not possible yet, or what is only told. */
export function Finding(props: { state: keyof typeof icons; title: ReactNode; children?: ReactNode }) {
  const { icon, className } = icons[props.state];
  return (
    <li className="check-item">
      <Row
        start={<span className={className}>{icon}</span>}
        title={props.title}
        {...(props.children === undefined ? {} : { note: props.children })}
      />
    </li>
  );
}

/** What was found in the statements that everybody is shown. */
export function PublicFindingRows({ findings: { chain, seen, anchor } }: { findings: PublicFindings }) {
  const { statements, fault } = chain;
  const compared = formatDecimal(`${seen.compared}`);
  const [oldest, newest] = [statements.at(0), statements.at(-1)];
  return (
    <>
      {fault === undefined ? (
        <Finding state="right" title={<Trans>Each statement follows from the one before</Trans>}>
          <bdi dir="ltr" className="long-words">
            {oldest?.day} – {newest?.day}
          </bdi>
        </Finding>
      ) : (
        <Finding state="wrong" title={<FaultText {...fault} />} />
      )}
      {seen.changed === undefined ? (
        <Finding
          state="right"
          title={
            seen.compared === 0 ? (
              <Trans>This device will compare the statements from now on</Trans>
            ) : (
              <Trans>None of the statements this device remembers was changed: {compared}</Trans>
            )
          }
        />
      ) : (
        <Finding state="wrong" title={<FaultText number={seen.changed} what="changed" />} />
      )}
      <AnchorFinding hash={newest?.hash ?? ''} anchor={anchor} />
    </>
  );
}

/** Where the hash stands in the chain. A device does not ask a node: the person compares the note of the transaction. */
function AnchorFinding({ hash, anchor }: { hash: string; anchor: PublicFindings['anchor'] }) {
  const { explorerUrl } = useSuspenseQuery(installationQuery).data.network;
  const fingerprint = (
    <bdi dir="ltr" className="long-words">
      {hash}
    </bdi>
  );
  if (anchor === null) {
    return (
      <Finding state="later" title={<Trans>Not yet: signed, and written on Tron</Trans>}>
        <Trans>Until then, compare this fingerprint with other people. Theirs has to be the same:</Trans> {fingerprint}
      </Finding>
    );
  }
  const title = <Trans>Signed and written on Tron</Trans>;
  return (
    <Finding
      state="told"
      title={
        explorerUrl === null ? (
          title
        ) : (
          <a className="link" href={`${explorerUrl}/#/transaction/${anchor.txId}`} target="_blank" rel="noreferrer">
            {title}
          </a>
        )
      }
    >
      {fingerprint}
    </Finding>
  );
}

function FaultText({ number, what }: ChainFault) {
  switch (what) {
    case 'changed':
      return <Trans>Statement {number} was changed after it was published</Trans>;
    case 'missing':
      return <Trans>A statement is missing before number {number}</Trans>;
    case 'order':
      return <Trans>Statement {number} does not follow from the one before</Trans>;
  }
}

/** What a failed check means, and what to do. */
export function FaultAlert(props: { isSignedIn: boolean }) {
  return (
    <Alert kind="danger" announce correctable>
      <Trans>
        This does not add up. It may be our mistake, or worse. Take a screenshot, and tell us and others what you found.
      </Trans>{' '}
      <Link className="link" to={props.isSignedIn ? paths.complaints : paths.support}>
        {props.isSignedIn ? <Trans>File a complaint</Trans> : <Trans>Contact support</Trans>}
      </Link>
    </Alert>
  );
}
