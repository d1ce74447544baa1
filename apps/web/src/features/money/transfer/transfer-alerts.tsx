import { Trans } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Alert } from '@tern/ui/notice';
import { formatDateTime } from '../../../shared/format-time.ts';
import { FreezeNote } from '../../../shared/inside/freeze-note.tsx';
import { HoldNote } from '../../../shared/inside/hold-note.tsx';
import { UnsureNote } from '../../../shared/money+reward/unsure-note.tsx';
import type { Unsure } from '../../../shared/money+reward/use-unsure.ts';
import { paths } from '../../../shared/paths.ts';

/** What was sent last and may have left, locks, holds and closed ways, before anything is filled in. */
export function TransferAlerts(props: { account: AccountView; isSendable: boolean; unsure: Unsure }) {
  const { account } = props;
  const lockedUntil = account.factorsLockedUntil === null ? null : formatDateTime(account.factorsLockedUntil);
  return (
    <>
      <UnsureNote unsure={props.unsure} to={paths.records} link={<Trans>See your records</Trans>}>
        <Trans>Your last transfer may have been sent. Check your records before you send it again.</Trans>
      </UnsureNote>
      {lockedUntil === null ? null : (
        <Alert kind="warning">
          <Trans>Too many wrong attempts. Transfers are locked until {lockedUntil}. Your money is safe.</Trans>
        </Alert>
      )}
      <FreezeNote freeze={account.freeze} />
      <HoldNote hold={account.hold} />
      {props.isSendable ? null : (
        <Alert kind="info">
          <Trans>Right now, you can send this coin only to people who use this wallet, not to the chain.</Trans>
        </Alert>
      )}
    </>
  );
}
