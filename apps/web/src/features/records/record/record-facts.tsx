import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { kindOfRecord, recordNumber } from '@tern/contracts/record-number';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { FullAddress } from '@tern/ui/address';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { Facts, type Fact } from '@tern/ui/facts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { networkLabel } from '../../../shared/inside/network-label.ts';
import { useSavedName } from '../../../shared/inside/saved-name.tsx';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';
import { RecordFee } from '../shared/record-fee.tsx';
import { walletsQuery } from '../../../shared/wallet-queries.ts';

/** With whom, for what fee, over which way. Addresses stand in full: their short form proves nothing. */
export function RecordFacts(props: { record: RecordDetailView; asset: AssetView }) {
  const { record, asset } = props;
  const hidden = useBalancesHidden();
  const isOut = record.direction === 'out';
  const { data: own } = useQuery(walletsQuery);
  const wallet = own?.wallets.find(({ id }) => id === record.walletId);
  const receiver = useSavedName(isOut ? record.receiveAddress : null);
  const amount = (units: string) => <Amount text={exactAmount(units, asset)} unit={asset.symbol} hidden={hidden} />;
  const facts: (Fact | null)[] = [
    record.type === 'incoming' && record.payAddress === null
      ? null
      : { key: 'from', term: <Trans>From</Trans>, value: <From record={record} wallet={wallet} /> },
    record.counter === null
      ? null
      : { key: 'taken', term: <Trans>You received</Trans>, value: <Taken record={record} /> },
    record.receiveAddress === null || record.counter !== null
      ? null
      : {
          key: 'to',
          term: <Trans>To</Trans>,
          value: isOut ? (
            <Party address={record.receiveAddress}>{receiver}</Party>
          ) : (
            <OwnParty address={record.receiveAddress} wallet={wallet} />
          ),
        },
    record.sentTo === null ? null : { key: 'person', term: <Trans>To</Trans>, value: <Person {...record.sentTo} /> },
    isOut && record.counter === null && !isVoid(record)
      ? { key: 'gets', term: <Trans>Receiver gets</Trans>, value: amount(record.amount) }
      : null,
    {
      key: 'fee',
      term: <Trans>Fee</Trans>,
      value: <RecordFee record={record} asset={asset} hidden={hidden} />,
    },
    { key: 'network', term: <Trans>Network</Trans>, value: <Way record={record} asset={asset} /> },
    record.memo === null
      ? null
      : { key: 'memo', term: <Trans>Memo</Trans>, value: <bdi className="long-words">{record.memo}</bdi> },
    { key: 'time', term: <Trans>Time</Trans>, value: formatDateTime(record.createdAt) },
    {
      key: 'record',
      term: <Trans>Record</Trans>,
      value: <bdi dir="ltr">{recordNumber({ id: record.id, kind: kindOfRecord(record) })}</bdi>,
    },
  ];
  return (
    <Card flush>
      <Facts ruled facts={facts.filter((fact) => fact !== null)} />
    </Card>
  );
}

/** What a swap brought. */
function Taken({ record: { counter } }: { record: RecordDetailView }) {
  const hidden = useBalancesHidden();
  const { data: installation } = useSuspenseQuery(installationQuery);
  if (counter === null) return null;
  const asset = getAsset(installation, counter.assetId);
  return <Amount text={exactAmount(counter.amount, asset)} unit={asset.symbol} hidden={hidden} />;
}

function From({ record, wallet }: { record: RecordDetailView; wallet: WalletView | undefined }) {
  const walletName = wallet?.name;
  const sender = useSavedName(record.direction === 'in' && !record.payAddressIsHouse ? record.payAddress : null);
  if (record.type === 'activation-reward') return <Trans>The promotion account of this service</Trans>;
  if (record.type === 'airdrop-reward') return <Trans>The reward account of this service</Trans>;
  if (record.payAddressIsHouse) {
    const label =
      walletName === undefined ? (
        <Trans>Hot wallet of this service</Trans>
      ) : (
        <Trans>Hot wallet of this service, for {walletName}</Trans>
      );
    return record.payAddress === null ? label : <Party address={record.payAddress}>{label}</Party>;
  }
  if (record.payAddress === null) return walletName;
  if (record.direction === 'out') return <OwnParty address={record.payAddress} wallet={wallet} />;
  return <Party address={record.payAddress}>{sender}</Party>;
}

/** The person's own wallet. The address it had then is not offered to be copied once nobody may send there any more. */
function OwnParty({ address, wallet }: { address: string; wallet: WalletView | undefined }) {
  return wallet?.address === null ? wallet.name : <Party address={address}>{wallet?.name}</Party>;
}

/** The contact that was typed, and the name it showed. */
function Person(props: { contact: string; name: string }) {
  return (
    <span className="record-party">
      <bdi>{props.name}</bdi>
      <bdi dir="ltr">{props.contact}</bdi>
    </span>
  );
}

function Party(props: { address: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <span className="record-party">
      {typeof props.children === 'string' ? <bdi>{props.children}</bdi> : props.children}
      <span className="record-party-address">
        <FullAddress address={props.address} />
        <CopyButton text={props.address} label={t`Copy the address`} done={t`Address copied`} />
      </span>
    </span>
  );
}

function Way(props: { record: RecordDetailView; asset: AssetView }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  if (props.record.settlement === 'internal') return <Trans>Internal transfer</Trans>;
  return networkLabel(installation, props.asset);
}
