import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { Facts, type Fact } from '@tern/ui/facts';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { networkLabel } from '../../../shared/inside/network-label.ts';
import { recordInfoQuery } from '../../../shared/inside/records/record-queries.ts';
import { balanceChange, isVoid } from '../../../shared/inside/records/record-rules.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { OutsideLink } from '../../../shared/outside-link.tsx';

/** What it cost and where it can be checked, in the order of the confirmation. */
export function SentFacts({ record, asset }: { record: RecordDetailView; asset: AssetView }) {
  const hidden = useBalancesHidden();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { data: info } = useQuery(recordInfoQuery(record.id));
  const amount = (units: string) => <Amount text={exactAmount(units, asset)} unit={asset.symbol} hidden={hidden} />;
  const isFree = record.fee === '0';
  const facts: (Fact | null)[] = [
    { key: 'fee', term: <Trans>Fee</Trans>, value: isFree ? <Trans>none</Trans> : amount(record.fee) },
    isFree || isVoid(record)
      ? null
      : {
          key: 'leaves',
          term: record.status === 'success' ? <Trans>Left your balance</Trans> : <Trans>Leaves your balance</Trans>,
          value: amount(balanceChange(record)),
        },
    {
      key: 'network',
      term: <Trans>Network</Trans>,
      value: record.settlement === 'internal' ? <Trans>Internal transfer</Trans> : networkLabel(installation, asset),
    },
    { key: 'time', term: <Trans>Time</Trans>, value: formatDateTime(record.createdAt) },
    info === undefined || info.block === null
      ? null
      : { key: 'block', term: <Trans>Block</Trans>, value: <Block block={info.block} url={info.explorerUrl} /> },
  ];
  return (
    <Card flush>
      <Facts ruled facts={facts.filter((fact) => fact !== null)} />
    </Card>
  );
}

/** The block it is in, with the way to see it there where the installation has an explorer. */
function Block({ block, url }: { block: number; url: string | null }) {
  const number = <bdi dir="ltr">{formatDecimal(`${block}`)}</bdi>;
  if (url === null) return number;
  return <OutsideLink href={url}>{number}</OutsideLink>;
}
