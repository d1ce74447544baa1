import { Trans } from '@lingui/react/macro';
import { Alert } from '@tern/ui/notice';
import { Link } from 'react-router';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { paths } from '../../../shared/paths.ts';
import { AnchorFinding } from './anchor-finding.tsx';
import type { ChainFault } from './check-chain.ts';
import { Finding } from './finding.tsx';
import type { LateCount } from './find-late.ts';
import { KeysFinding } from './keys-finding.tsx';
import type { PublicFindings } from './run-checks.ts';

/** What was found in the statements that everybody is shown. */
export function PublicFindingRows({ findings }: { findings: PublicFindings }) {
  const { chain, late, seen, anchor, keys } = findings;
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
      {late === undefined ? null : <LateFinding {...late} />}
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
      <KeysFinding keys={keys} />
      <AnchorFinding statement={newest} anchor={anchor} />
    </>
  );
}

/** Late is no fault by itself: a server can have stood still. What it allows is for everybody to know. */
function LateFinding({ number, minutes }: LateCount) {
  const took = formatDecimal(`${minutes}`);
  return (
    <Finding
      state="told"
      title={
        <Trans>
          Statement {number} was counted late. Minutes: {took}
        </Trans>
      }
    >
      <Trans>We could have chosen its moment, and so that of the next one.</Trans>
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
