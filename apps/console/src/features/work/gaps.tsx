import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseView } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { Actions } from '../../shared/actions.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { useOperator } from '../../shared/operator.ts';
import { isOutOfDate } from './is-out-of-date.ts';
import { placeName } from '../../shared/place-names.ts';
import { Propose } from '../../shared/propose.tsx';

type Gap = HouseView['gaps'][number];

/** What is missing on the chain, each with what two treasurers can book about it. */
export function Gaps(props: {
  house: Pick<HouseView, 'assets' | 'gaps' | 'coldArrivals'>;
  nowMs: number;
  foot: ReactNode;
}) {
  const { t } = useLingui();
  const { gaps, coldArrivals } = props.house;
  if (gaps.length === 0) return <NoGaps {...props} />;
  const columns: readonly DataColumn<Gap>[] = [
    {
      id: 'missing',
      name: t`Missing`,
      fixed: true,
      end: true,
      cell: ({ missing, assetId }) => <Money amount={missing} assetId={assetId} />,
    },
    { id: 'where', name: t`Where`, fixed: true, cell: (gap) => <Place gap={gap} /> },
    { id: 'since', name: t`Since`, fixed: true, sortBy: ({ since }) => since, cell: ({ since }) => formatTime(since) },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (gap) => <GapActions gap={gap} coldArrivals={coldArrivals} />,
    },
  ];
  return (
    <GivenTable
      name="gaps"
      title={
        <span className="danger">
          <Trans>Missing on the chain: what gives these assets away has stopped</Trans>
        </span>
      }
      label={t`Missing on the chain: what gives these assets away has stopped`}
      columns={columns}
      rows={gaps}
      foot={props.foot}
      keyOf={({ assetId, subject }) => `${assetId} ${subject}`}
      empty={null}
    />
  );
}

/** That nothing is missing is said only where all that has been compared with the chain, not long ago. */
function NoGaps({ house: { assets }, nowMs }: { house: Pick<HouseView, 'assets'>; nowMs: number }) {
  const samples = assets.flatMap((asset) => asset.samples);
  const newOnes = samples.filter(({ at }) => !isOutOfDate(at, nowMs));
  const isPartly = newOnes.length < samples.length || assets.some((asset) => asset.samples.length === 0);
  if (samples.length === 0)
    return (
      <p className="ink-2">
        <Trans>Nothing has been compared with the chain yet, so whether something is missing is not known.</Trans>
      </p>
    );
  if (newOnes.length === 0)
    return (
      <p className="danger">
        <Trans>
          Nothing was missing on the chain at the last comparison, which is out of date. Check the worker and its nodes.
        </Trans>
      </p>
    );
  return isPartly ? (
    <p className="ink-2">
      <Trans>
        Nothing was missing on the chain where the books were compared with it. Some places have not been compared, or
        not lately: see below.
      </Trans>
    </p>
  ) : (
    <p className="positive">
      <Trans>Nothing is missing on the chain.</Trans>
    </p>
  );
}

/** A place of the house, or one deposit address. */
function Place({ gap: { subject } }: { gap: Gap }) {
  const { i18n } = useLingui();
  const [place = '', address] = subject.split(' ');
  if (address === undefined) return i18n._(placeName(place));
  return (
    <Trans>
      Deposit address{' '}
      <bdi dir="ltr" className="mono" translate="no">
        {address}
      </bdi>
    </Trans>
  );
}

function GapActions({ gap, coldArrivals }: { gap: Gap } & Pick<HouseView, 'coldArrivals'>) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const { assetId, subject, missing: amount } = gap;
  if (subject === 'liabilities') {
    return (
      <p className="ink-2">
        <Trans>Pay in the missing amount. It cannot be booked away.</Trans>
      </p>
    );
  }
  const arrivals = coldArrivals.filter((arrival) => subject === 'cold' && arrival.assetId === assetId);
  return (
    <Actions roles={['treasurer']}>
      {arrivals.map((arrival) => {
        const back = formatMoney(arrival.amount, assetId, assets);
        const { depositId } = arrival;
        return (
          <Propose
            key={depositId}
            label={t`Propose to book ${back} as returned from cold storage`}
            content={{ kind: 'cold-return', depositId, assetId, amount: arrival.amount }}
          />
        );
      })}
      {assetId === 'trx' ? null : (
        <Propose
          label={t`Propose to book tokens that the issuer destroyed`}
          danger
          content={{ kind: 'loss', why: 'destroyed', assetId, subject, amount }}
        />
      )}
      <Propose
        label={t`Propose to accept the loss`}
        danger
        content={{ kind: 'loss', why: 'accepted', assetId, subject, amount }}
      />
    </Actions>
  );
}
