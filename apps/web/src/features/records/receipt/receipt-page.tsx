import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { kindOfRecord, recordNumber } from '@tern/contracts/record-number';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { RecordDetailView, RecordInfoView } from '@tern/contracts/routes/records';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { ErrorState } from '@tern/ui/error-state';
import { Facts, type Fact } from '@tern/ui/facts';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import type { ReactNode } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { networkName } from '../../../shared/inside/network-name.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { recordInfoQuery, recordQuery } from '../../../shared/inside/records/record-queries.ts';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';
import { RecordStatus } from '../../../shared/inside/records/record-status.tsx';
import { RecordTitle } from '../../../shared/inside/records/record-title.tsx';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { RecordFee } from '../shared/record-fee.tsx';
import { VoidMark, VoidNote } from '../shared/void-record.tsx';
import { NoSuchRecord } from '../shared/no-such-record.tsx';
import './receipt-page.css';

/** A record on one sheet of paper: every fact in full, nothing to press. */
function ReceiptPage() {
  const { t } = useLingui();
  const { id } = useSearch({ id: uuid });
  const { data: installation } = useSuspenseQuery(installationQuery);
  const enabled = id !== undefined;
  const record = useQuery({ ...recordQuery(id ?? ''), enabled });
  const info = useQuery({ ...recordInfoQuery(id ?? ''), enabled });
  const error = record.error ?? info.error;
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  const fallback = id === undefined ? paths.records : `${paths.record}?${new URLSearchParams({ id })}`;
  const isRead = record.data !== undefined && info.data !== undefined;
  return (
    <Page
      bar={<AppBar title={t`Receipt`} back={<BackButton fallback={fallback} />} />}
      foot={
        isRead ? (
          <Button block onClick={() => print()}>
            <Trans>Print or save as PDF</Trans>
          </Button>
        ) : undefined
      }
    >
      {missing ? (
        <NoSuchRecord />
      ) : isRead ? (
        <Receipt
          record={record.data}
          info={info.data}
          installation={installation}
          readAtMs={Math.min(record.dataUpdatedAt, info.dataUpdatedAt)}
        />
      ) : error === null ? (
        <SkeletonRows count={8} />
      ) : (
        <ErrorState
          note={<Trans>Couldn’t load the details. Your money is safe.</Trans>}
          retrying={record.isFetching || info.isFetching}
          onRetry={() => void Promise.all([record.refetch(), info.refetch()])}
        />
      )}
    </Page>
  );
}

type ReceiptProps = {
  record: RecordDetailView;
  info: RecordInfoView;
  installation: InstallationView;
  /** What is shown was true then, however late it is shown. */
  readAtMs: number;
};

function Receipt(props: ReceiptProps) {
  const { t } = useLingui();
  const { record, info, installation } = props;
  const asset = getAsset(installation, record.assetId);
  const made = formatDateTime(new Date(props.readAtMs).toISOString());
  const product = installation.product.name;
  const facts: (Fact | null)[] = [
    fact('status', t`Status`, <RecordStatus record={record} />),
    fact('time', t`Time`, formatDateTime(record.createdAt)),
    record.counter === null
      ? null
      : fact('taken', t`You received`, <Taken record={record} installation={installation} />),
    record.payAddress === null ? null : wide('from', t`From`, record.payAddress),
    record.receiveAddress === null ? null : wide('to', t`To`, record.receiveAddress),
    record.sentTo === null ? null : wide('person', t`To`, `${record.sentTo.name}, ${record.sentTo.contact}`),
    fact('fee', t`Fee`, <RecordFee record={record} asset={asset} />),
    fact(
      'network',
      t`Network`,
      record.settlement === 'internal' ? t`internal transfer` : networkName(installation.network),
    ),
    record.memo === null ? null : fact('memo', t`Memo`, <bdi className="long-words">{record.memo}</bdi>),
    info.txId === null ? null : wide('tx', t`Transaction ID`, info.txId),
    info.block === null ? null : fact('block', t`Block`, <bdi dir="ltr">{info.block}</bdi>),
    info.ledgerReference === null
      ? null
      : fact('ledger', t`Ledger reference`, <bdi dir="ltr">{info.ledgerReference}</bdi>),
    wide('record', t`Record`, recordNumber({ id: record.id, kind: kindOfRecord(record) })),
  ];
  return (
    <article className="stack gap-4 receipt">
      <p className="caption">{product}</p>
      <h2 className="title-2">
        <Title record={record} symbol={asset.symbol} />
      </h2>
      <VoidMark record={record}>
        <LeadAmount text={exactAmount(record.amount, asset)} unit={asset.symbol} />
      </VoidMark>
      <VoidNote record={record} />
      <Facts ruled facts={facts.filter((each) => each !== null)} />
      <p className="caption">
        {info.txId === null ? (
          <Trans>
            Created by {product} on {made}. The ledger is authoritative.
          </Trans>
        ) : (
          <Trans>
            Created by {product} on {made}. The ledger is authoritative. Anyone can check the transaction ID on the
            chain.
          </Trans>
        )}
      </p>
    </article>
  );
}

/** What happened; a transfer that is not final is not called sent. */
function Title({ record, symbol }: { record: RecordDetailView; symbol: string }) {
  if (isVoid(record)) return record.direction === 'out' ? <Trans>Nothing was sent</Trans> : <Trans>Deposit</Trans>;
  if (record.type === 'outgoing' && record.status !== 'success') return <Trans>Transfer</Trans>;
  return <RecordTitle record={record} symbol={symbol} />;
}

/** What a swap brought. */
function Taken({ record: { counter }, installation }: { record: RecordDetailView; installation: InstallationView }) {
  if (counter === null) return null;
  const asset = getAsset(installation, counter.assetId);
  return <Amount text={exactAmount(counter.amount, asset)} unit={asset.symbol} />;
}

function fact(key: string, term: string, value: ReactNode): Fact {
  return { key, term, value };
}

function wide(key: string, term: string, text: string): Fact {
  return {
    ...fact(
      key,
      term,
      <bdi dir="ltr" className="long-words" translate="no">
        {text}
      </bdi>,
    ),
    wide: true,
  };
}

export { ReceiptPage as Component };
