import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { RecordInfoView } from '@tern/contracts/routes/records';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { Facts, type Fact } from '@tern/ui/facts';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import type { ReactNode } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { exactAmount, exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { recordInfoQuery } from '../../../shared/inside/records/record-queries.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { NoSuchRecord } from '../shared/no-such-record.tsx';
import '../shared/record-page.css';
import { OutsideLink } from '../../../shared/outside-link.tsx';

/** What the chain and the ledger hold about a record. */
function RecordInfoPage() {
  const { t } = useLingui();
  const { id } = useSearch({ id: uuid });
  const query = useQuery({ ...recordInfoQuery(id ?? ''), enabled: id !== undefined });
  const { error } = query;
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  const fallback = id === undefined ? paths.records : `${paths.record}?${new URLSearchParams({ id })}`;
  return (
    <Page bar={<AppBar title={t`Further details`} back={<BackButton fallback={fallback} />} />}>
      {missing ? (
        <NoSuchRecord />
      ) : (
        <Loaded
          query={query}
          loading={<SkeletonRows count={6} />}
          failed={<Trans>Couldn’t load the details. Your money is safe.</Trans>}
        >
          {(info) => (
            <>
              <OutdatedNote query={query} />
              <InfoCards info={info} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

const sunDecimals = 6;

function InfoCards({ info }: { info: RecordInfoView }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const asset = getAsset(installation, info.assetId);
  const { confirmations, networkFeeSun } = info;
  const required = installation.network.confirmations;
  const chain: (Fact | null)[] = [
    info.txId === null
      ? null
      : {
          ...fact('tx', t`Transaction ID`, <Identifier text={info.txId} what={t`Copy transaction ID`} />),
          wide: true,
        },
    info.block === null ? null : fact('block', t`Block`, <bdi dir="ltr">{formatDecimal(`${info.block}`)}</bdi>),
    info.blockTime === null ? null : fact('time', t`Block time`, formatDateTime(info.blockTime)),
    confirmations !== null
      ? fact(
          'confirmations',
          t`Confirmations`,
          <span role="status">
            <Trans>
              <bdi dir="ltr">{confirmations.seen}</bdi> of <bdi dir="ltr">{confirmations.required}</bdi>
            </Trans>
          </span>,
        )
      : info.block === null
        ? null
        : fact('confirmations', t`Confirmations`, <Trans>all {required}, final</Trans>),
    info.energyUsed === null
      ? null
      : fact('energy', t`Energy used`, <bdi dir="ltr">{formatDecimal(`${info.energyUsed}`)}</bdi>),
    info.bandwidthUsed === null
      ? null
      : fact('bandwidth', t`Bandwidth used`, <Trans>{formatDecimal(`${info.bandwidthUsed}`)} bytes</Trans>),
    networkFeeSun === null
      ? null
      : fact(
          'network-fee',
          t`Network fee`,
          <Trans>
            <Amount text={exactAmount(networkFeeSun, { decimals: sunDecimals })} unit="TRX" />, paid by this service
          </Trans>,
        ),
  ];
  const chainFacts = chain.filter((row) => row !== null);
  const ledger: (Fact | null)[] = [
    fact('fee', t`Fee`, info.fee === '0' ? t`none` : <Amount text={exactAmountWithUnit(info.fee, asset)} />),
    info.memo === null ? null : fact('memo', t`Memo`, <bdi className="long-words">{info.memo}</bdi>),
    info.ledgerReference === null
      ? null
      : fact('ledger', t`Ledger reference`, <Identifier text={info.ledgerReference} what={t`Copy ledger reference`} />),
  ];
  return (
    <>
      <section className="stack gap-2">
        <h2 className="label ink-2">
          <Trans>On the chain</Trans>
        </h2>
        <Card flush>
          {chainFacts.length === 0 ? (
            <p className="record-none caption">
              <Trans>No chain transaction yet. Internal transfers never have one.</Trans>
            </p>
          ) : (
            <Facts ruled facts={chainFacts} />
          )}
        </Card>
        {info.explorerUrl === null ? null : (
          <OutsideLink className="link record-explorer" href={info.explorerUrl}>
            <Trans>Open in the block explorer</Trans>
          </OutsideLink>
        )}
      </section>
      <section className="stack gap-2">
        <h2 className="label ink-2">
          <Trans>In the ledger</Trans>
        </h2>
        <Card flush>
          <Facts ruled facts={ledger.filter((row) => row !== null)} />
        </Card>
      </section>
    </>
  );
}

function fact(key: string, term: string, value: ReactNode): Fact {
  return { key, term, value };
}

/** A long name of a machine, in full, with the way to copy it. */
function Identifier(props: { text: string; what: string }) {
  const { t } = useLingui();
  return (
    <span className="record-identifier">
      <bdi dir="ltr" className="long-words" translate="no">
        {props.text}
      </bdi>
      <CopyButton text={props.text} label={props.what} done={t`Copied`} />
    </span>
  );
}

export { RecordInfoPage as Component };
