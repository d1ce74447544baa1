import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseView } from '@tern/contracts/routes/console-work';
import { Chip } from '@tern/ui/chip';
import { Facts } from '@tern/ui/facts';
import type { ReactNode } from 'react';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator, useSymbolOf } from '../../shared/operator.ts';
import { isOutOfDate } from './is-out-of-date.ts';
import { placeName } from '../../shared/place-names.ts';

type AssetView = HouseView['assets'][number];
type Sample = AssetView['samples'][number];
type Row = AssetView['custody'][number] & { readonly sample: Sample | undefined };

/** What is owed of one asset, and what lies where: by the books, and as the last comparison with the chain found it. */
export function AssetCustody({ asset, nowMs }: { asset: AssetView; nowMs: number }) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  const symbol = symbolOf(asset.assetId);
  return (
    <GivenTable
      name="treasury-custody"
      long
      title={symbol}
      label={t`Where ${symbol} lies`}
      lead={<Figures asset={asset} />}
      columns={useColumns(asset, nowMs)}
      rows={asset.custody.map((each) => ({
        ...each,
        sample: asset.samples.find(({ place }) => place === each.place),
      }))}
      keyOf={({ place }) => place}
      empty={<Trans>No balances yet. Where this asset lies appears here once some of it has arrived.</Trans>}
    />
  );
}

function Verdict({ verdict }: Pick<AssetView['hot'], 'verdict'>) {
  const { t } = useLingui();
  if (verdict === 'within') return <Chip kind="positive">{t`hot wallet within its bounds`}</Chip>;
  if (verdict === 'below') return <Chip kind="failed">{t`hot wallet below its minimum`}</Chip>;
  return <Chip kind="waiting">{t`hot wallet above its maximum`}</Chip>;
}

/** The figures of the whole asset, one below the other. */
function Figures({ asset: { assetId, owed, own, hot } }: { asset: AssetView }) {
  const { t } = useLingui();
  const show = useShow(assetId);
  return (
    <div className="panel treasury-figures">
      <Facts
        tight
        ruled
        facts={[
          { key: 'owed', term: t`Customer liabilities`, value: show(owed) },
          { key: 'own', term: t`House equity`, value: show(own) },
          { key: 'verdict', term: t`Hot wallet`, value: <Verdict verdict={hot.verdict} /> },
          { key: 'free', term: t`Hot wallet, free`, value: show(hot.available), strong: true },
          { key: 'floor', term: t`Hot wallet, minimum`, value: show(hot.floor) },
          { key: 'ceiling', term: t`Hot wallet, maximum`, value: show(hot.ceiling) },
        ]}
      />
    </div>
  );
}

function useColumns(asset: AssetView, nowMs: number): readonly DataColumn<Row>[] {
  const { t, i18n } = useLingui();
  const show = useShow(asset.assetId);
  const nameOf = (place: string): string => i18n._(placeName(place));
  return [
    {
      id: 'place',
      name: t`Place`,
      fixed: true,
      sortBy: ({ place }) => nameOf(place),
      cell: ({ place }) => nameOf(place),
    },
    {
      id: 'books-now',
      name: t`By the books now`,
      fixed: true,
      end: true,
      sortBy: ({ amount }) => BigInt(amount),
      cell: ({ amount }) => show(amount),
    },
    {
      id: 'compared',
      name: t`Last comparison`,
      fixed: true,
      end: true,
      sortBy: ({ sample }) => sample?.at ?? null,
      cell: ({ sample }) =>
        sample === undefined ? <span className="ink-2">{t`never`}</span> : <Compared sample={sample} nowMs={nowMs} />,
    },
    {
      id: 'books-then',
      name: t`By the books then`,
      fixed: true,
      end: true,
      cell: ({ sample }) => (sample === undefined ? '–' : show(sample.books)),
    },
    {
      id: 'chain-then',
      name: t`On the chain then`,
      fixed: true,
      end: true,
      cell: ({ sample }) =>
        sample === undefined ? (
          '–'
        ) : (
          <span className={sample.books === sample.chain ? undefined : 'danger'}>{show(sample.chain)}</span>
        ),
    },
  ];
}

function useShow(assetId: string): (amount: string) => ReactNode {
  const { assets } = useOperator();
  return (amount) => (
    <bdi dir="ltr" className="number">
      {amount.startsWith('-') ? '−' : ''}
      {formatMoney(amount.replace('-', ''), assetId, assets)}
    </bdi>
  );
}

/** The block whose state both figures beside it are of; of the deposit addresses some are looked at each time. */
function Compared({ sample, nowMs }: { sample: Sample; nowMs: number }) {
  const { t } = useLingui();
  const at = formatTime(sample.at);
  const { block } = sample;
  return (
    <span className="ink-2">
      <Trans>
        {at}, block {block}
      </Trans>
      {isOutOfDate(sample.at, nowMs) ? (
        <p>
          <Chip kind="waiting">{t`out of date`}</Chip>
        </p>
      ) : null}
      {sample.place === 'deposit' ? (
        <p>
          <Trans>the addresses looked at in this round</Trans>
        </p>
      ) : null}
    </span>
  );
}
