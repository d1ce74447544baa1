import { Plural, Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DistributionView } from '@tern/contracts/routes/pool';
import { Amount } from '@tern/ui/amount';
import { Chip } from '@tern/ui/chip';
import { CheckIcon } from '@tern/ui/icons';
import { CoinsIcon, HourglassIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row, RowLine } from '@tern/ui/row';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';

/** One distribution: when, to how many, and what this person got of it. Opens it. */
export function DistributionRow(props: { distribution: DistributionView; token: AssetView; onOpen: () => void }) {
  const { distribution, token } = props;
  const hidden = useBalancesHidden();
  return (
    <Row
      as="button"
      aria-haspopup="dialog"
      onClick={props.onOpen}
      start={
        <Mark>
          <CoinsIcon />
        </Mark>
      }
      title={
        <RowLine
          end={
            <Amount text={formatShort(distribution.reward, token.decimals, '+')} unit={token.symbol} hidden={hidden} />
          }
        >
          {formatDateTime(distribution.endsAt)}
        </RowLine>
      }
      note={
        <RowLine end={<DistributionState distribution={distribution} />}>
          <Plural value={distribution.holders} one="# wallet" other="# wallets" />
        </RowLine>
      }
    />
  );
}

function DistributionState({ distribution }: { distribution: DistributionView }) {
  return distribution.state === 'closed' ? (
    <Chip kind="done" icon={<CheckIcon size="xs" />}>
      <Trans>Completed</Trans>
    </Chip>
  ) : (
    <Chip kind="running" icon={<HourglassIcon size="xs" />}>
      <Trans>Distributing</Trans>
    </Chip>
  );
}
