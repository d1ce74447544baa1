import { Trans } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { CircleXIcon, CheckIcon } from '@tern/ui/icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { ConfirmationRing } from '../../../shared/inside/records/confirmation-ring.tsx';

/** A deposit that came while the page was open, with how far the network has confirmed it. */
export function Arrival(props: { record: RecordView; installation: InstallationView }) {
  const { record } = props;
  const hidden = useBalancesHidden();
  const { decimals, symbol } = getAsset(props.installation, record.assetId);
  const { confirmations } = record;
  return (
    <Row
      as={Link}
      to={`${paths.record}?${new URLSearchParams({ id: record.id })}`}
      className="receive-arrival"
      start={
        confirmations !== null ? (
          <ConfirmationRing small confirmations={confirmations} />
        ) : record.status === 'success' ? (
          <Mark kind="positive" large>
            <CheckIcon />
          </Mark>
        ) : (
          <Mark kind="danger" large>
            <CircleXIcon />
          </Mark>
        )
      }
      title={<Amount text={formatBalance(record.amount, decimals, '+')} unit={symbol} hidden={hidden} />}
      note={
        confirmations !== null ? (
          <Trans>
            Seen, <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi> confirmed
          </Trans>
        ) : record.type === 'activation-reward' ? (
          <Trans>Activation bonus, credited</Trans>
        ) : record.status === 'success' ? (
          <Trans>Credited</Trans>
        ) : (
          <Trans>Reversed by the network</Trans>
        )
      }
      leads
    />
  );
}
