import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { classNames } from '@tern/ui/class-names';
import { ArrowDownLeftIcon, ArrowUpRightIcon, GiftIcon, SwapIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row, RowLine } from '@tern/ui/row';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBalance } from '../../format-amount.ts';
import { formatClock, formatClockOrDay } from '../../format-time.ts';
import { getAsset } from '../../get-asset.ts';
import { useBalancesHidden } from '../../hidden-balances.ts';
import { paths } from '../../paths.ts';
import { installationQuery } from '../../queries.ts';
import { PartyName } from '../saved-name.tsx';
import { balanceChange, changeSign, isVoid } from './record-rules.ts';
import { RecordStatus } from './record-status.tsx';
import './record-row.css';
import { RecordTitle } from './record-title.tsx';

const icons: Record<RecordView['type'], ReactNode> = {
  incoming: <ArrowDownLeftIcon />,
  outgoing: <ArrowUpRightIcon />,
  'airdrop-reward': <GiftIcon />,
  'activation-reward': <GiftIcon />,
  swap: <SwapIcon />,
};

/** One record of the list: what, with whom, what it changed, and its state. */
export function RecordRow(props: {
  record: RecordView;
  asset: AssetView;
  /** Says the day of what is not of today, where no heading does. */
  dated?: boolean;
}) {
  const { record, asset } = props;
  const hidden = useBalancesHidden();
  return (
    <Row
      as={Link}
      to={
        record.counter === null
          ? `${paths.record}?${new URLSearchParams({ id: record.id })}`
          : `${paths.swapRecord}?${new URLSearchParams({ id: record.counter.swapId })}`
      }
      start={<Mark>{icons[record.type]}</Mark>}
      title={
        <RowLine
          end={
            <span className={classNames(isVoid(record) && !hidden && 'record-void')}>
              <Amount
                text={formatBalance(balanceChange(record), asset.decimals, changeSign(record))}
                unit={asset.symbol}
                hidden={hidden}
              />
            </span>
          }
        >
          <RecordTitle record={record} symbol={asset.symbol} />
        </RowLine>
      }
      note={
        <RowLine end={<RecordStatus record={record} />}>
          <RecordNote record={record} dated={props.dated ?? false} />
        </RowLine>
      }
    />
  );
}

function RecordNote({ record, dated }: { record: RecordView; dated: boolean }) {
  const time = dated ? formatClockOrDay(record.createdAt) : formatClock(record.createdAt);
  if (isVoid(record)) {
    return record.direction === 'out' ? (
      <Trans>Returned in full, with the fee</Trans>
    ) : (
      <Trans>Reversed by the network</Trans>
    );
  }
  if (record.counter !== null) return <SwapNote counter={record.counter} time={time} />;
  if (record.direction === 'out' && (record.receiveAddress !== null || record.sentTo !== null)) {
    return (
      <Trans>
        to <Receiver record={record} /> · {time}
      </Trans>
    );
  }
  if (record.type === 'incoming' && record.payAddress !== null) {
    return (
      <Trans>
        from <PartyName address={record.payAddress} /> · {time}
      </Trans>
    );
  }
  return time;
}

/** The name that a contact was found under, or the address. */
function Receiver({ record: { sentTo, receiveAddress } }: { record: RecordView }) {
  return sentTo === null ? <PartyName address={receiveAddress ?? ''} /> : <bdi>{sentTo.name}</bdi>;
}

/** What a swap brought. */
function SwapNote({ counter, time }: { counter: NonNullable<RecordView['counter']>; time: string }) {
  const hidden = useBalancesHidden();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { decimals, symbol } = getAsset(installation, counter.assetId);
  return (
    <>
      <Amount text={formatBalance(counter.amount, decimals, '+')} unit={symbol} hidden={hidden} /> · {time}
    </>
  );
}
