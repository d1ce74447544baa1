import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PriceHistoryView, PriceRange } from '@tern/contracts/routes/home';
import type { AssetView } from '@tern/contracts/routes/installation';
import { LineChart } from '@tern/ui/line-chart';
import { Segmented } from '@tern/ui/segmented';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { useState } from 'react';
import { formatPrice } from '../../../shared/format-amount.ts';
import { formatSignedShare } from '../../../shared/format-share.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { priceHistoryQuery } from './home-queries.ts';
import { changeOf, courseOf, momentOf } from './price-course.ts';

/** Every how many points a line of the table stands. */
const tableStep = 8;

/** What one of an asset cost over a range: as a line whose every point can be read, and as a table. */
export function PriceChart({ asset }: { asset: AssetView }) {
  const { t } = useLingui();
  const [range, setRange] = useState<PriceRange>('day');
  const { data, error, isFetching, refetch } = useQuery(priceHistoryQuery(range));
  return (
    <section className="stack gap-3" aria-label={t`Price of ${asset.symbol}`}>
      {data !== undefined ? (
        <Course key={range} history={data} asset={asset} />
      ) : error === null ? (
        <Skeleton>
          <SkeletonShape width="100%" height="9.5rem" />
        </Skeleton>
      ) : (
        <p className="caption">
          <Trans>The prices could not be read.</Trans>{' '}
          <button type="button" className="link" disabled={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
      <Segmented<PriceRange>
        label={t`Period shown`}
        value={range}
        options={[
          { value: 'day', label: t`Day` },
          { value: 'week', label: t`Week` },
          { value: 'month', label: t`Month` },
          { value: 'year', label: t`Year` },
        ]}
        onChange={setRange}
      />
    </section>
  );
}

function Course({ history, asset }: { history: PriceHistoryView; asset: AssetView }) {
  const { t } = useLingui();
  const course = courseOf(history, asset.id);
  const points = history.series.find(({ assetId }) => assetId === asset.id)?.points ?? [];
  const [wanted, setWanted] = useState<number>();
  const chosen = wanted ?? points.length - 1;
  const gaps = points.filter((price) => price === null).length;
  if (gaps === points.length) {
    return (
      <p className="caption">
        <Trans>No source said a price in this time.</Trans>
      </p>
    );
  }
  const whenOf = (index: number) => formatDateTime(momentOf(history, index, points.length).toISOString());
  const priceOf = (index: number) => {
    const price = points[index] ?? null;
    return price === null ? t`no price known` : `${formatPrice(price)} USDT`;
  };
  const change = changeOf(course);
  return (
    <div className="stack gap-2">
      <LineChart
        label={t`Price of ${asset.symbol} over time`}
        values={course}
        chosen={chosen}
        textOf={(index) => `${whenOf(index)}: ${priceOf(index)}`}
        onChoose={setWanted}
      >
        <p className="cluster between wrap caption" aria-hidden="true">
          <span>{whenOf(chosen)}</span>
          <span className="label">
            <bdi>{priceOf(chosen)}</bdi>
          </span>
        </p>
      </LineChart>
      <p className="caption cluster between wrap">
        {change === undefined ? null : (
          <span className={change < 0 ? 'home-change-down' : change > 0 ? 'home-change-up' : undefined}>
            <Trans>
              <bdi dir="ltr">{formatSignedShare(change)}</bdi> in this time
            </Trans>
          </span>
        )}
        {gaps === 0 ? null : <Trans>Gaps: no source said a price then</Trans>}
      </p>
      <details className="home-price-table">
        <summary className="link">
          <Trans>As a table</Trans>
        </summary>
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t`Time`}</th>
              <th scope="col">{t`Price`}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((_, index) =>
              index % tableStep === 0 ? (
                <tr key={index}>
                  <th scope="row">{whenOf(index)}</th>
                  <td>
                    <bdi>{priceOf(index)}</bdi>
                  </td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </details>
    </div>
  );
}
