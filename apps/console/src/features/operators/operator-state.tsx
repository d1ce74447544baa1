import { Trans, useLingui } from '@lingui/react/macro';
import type { BreakGlassView, OperatorChangeView, OperatorRowView } from '@tern/contracts/routes/console-operators';
import { Chip } from '@tern/ui/chip';
import { formatTime } from '../../shared/format-time.ts';

/** Whether an operator can work now, with the end of everything that has one. */
export function OperatorState(props: {
  operator: OperatorRowView;
  /** About this operator, while it waits for a second administrator. */
  proposal: OperatorChangeView | undefined;
  /** The request that is to let this operator in, or did. */
  breakGlass: BreakGlassView | undefined;
}) {
  const { proposal } = props;
  return (
    <div className="operators-state">
      <Own {...props} />
      {proposal === undefined ? null : (
        <>
          <Chip kind="waiting">
            <Trans>Waits for second approval</Trans>
          </Chip>{' '}
          <small className="ink-2">
            <Trans>until {formatTime(proposal.approvableUntil)}</Trans>
          </small>
        </>
      )}
    </div>
  );
}

function Own({ operator, breakGlass }: Parameters<typeof OperatorState>[0]) {
  const { t } = useLingui();
  const { disabledAt, passkeys, invitedUntil, moneyFrom } = operator;
  if (breakGlass?.state === 'waiting')
    return <Chip kind="failed">{t`Break-glass, lets them in at ${formatTime(breakGlass.opensAt)}`}</Chip>;
  if (disabledAt !== null) return <Chip kind="neutral">{t`Disabled since ${formatTime(disabledAt)}`}</Chip>;
  if (passkeys === 0)
    return invitedUntil === null ? (
      <Chip kind="failed">{t`Invitation expired`}</Chip>
    ) : (
      <Chip kind="waiting">{t`Invited, until ${formatTime(invitedUntil)}`}</Chip>
    );
  // Who came in by break-glass, was enabled again, or was let in by who waits.
  if (moneyFrom !== null)
    return <Chip kind="failed">{t`No decisions about money until ${formatTime(moneyFrom)}`}</Chip>;
  return <Chip kind="positive">{t`Active`}</Chip>;
}
