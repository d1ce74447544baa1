import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ChartRange, PriceHistoryView } from '@tern/contracts/routes/home';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { axisTicks } from '@tern/ui/axis-ticks';
import { LineChart } from '@tern/ui/line-chart';
import { NeedsConnection } from '@tern/ui/needs-connection';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { useContext, useState, type ReactNode } from 'react';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatSignedShare } from '../../../shared/format-share.ts';
import { formatClock, formatDateTime } from '../../../shared/format-time.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useCurrency } from '../../../shared/use-currency.ts';
import { formatStart } from './format-start.ts';
import { priceHistoryQuery } from './home-queries.ts';
import { showPriceChange } from './price-change.ts';
import { changeOf, momentOf } from './price-course.ts';
import { findGaps } from './price-gaps.ts';
import { PointsTable } from './points-table.tsx';
import { PriceSources } from './price-sources.tsx';
import { RangeChoice } from './range-choice.tsx';
import { usePriceInUnit, usePriceText } from '../shared/use-price-text.ts';

type Props = { asset: AssetView; balance: BalanceView };

/** What one of an asset costs and did over a range: a line whose every point can be read, a table, and who said it. */
export function PriceChart({ asset, balance }: Props) {
  const { t } = useLingui();
  const [range, setRange] = useState<ChartRange>('day');
  const { data, error, isFetching, refetch } = useQuery(priceHistoryQuery(range));
  const offline = useContext(NeedsConnection);
  return (
    <section className="stack gap-3" aria-label={t`Price of ${asset.symbol}`}>
      {data !== undefined ? (
        <Course key={range} history={data} range={range} asset={asset} balance={balance} />
      ) : offline !== null ? (
        <p className="caption" role="status">
          {offline}
        </p>
      ) : error === null ? (
        <Skeleton>
          <SkeletonShape width="100%" height="14.5rem" />
        </Skeleton>
      ) : (
        <p className="caption">
          <Trans>Couldn’t load the prices.</Trans>{' '}
          <button type="button" className="link" disabled={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
      <RangeChoice value={range} onChoose={setRange} />
      {balance.price === null ? null : <PriceSources price={balance.price} />}
    </section>
  );
}

type CourseProps = Props & { history: PriceHistoryView; range: ChartRange };

function Course({ history, range, asset, balance }: CourseProps) {
  const { t } = useLingui();
  const [priceText, inUnit] = [usePriceText(), usePriceInUnit()];
  const points = history.series.find(({ assetId }) => assetId === asset.id)?.points ?? [];
  // The whole chart is in the person's unit, at today's rate.
  const prices = points.map((price) => (price === null ? undefined : inUnit(price)));
  const course = prices.map((price) => (price === undefined ? undefined : Number(price)));
  const [wanted, setWanted] = useState<number>();
  const chosen = wanted ?? points.length - 1;
  const whenOf = (index: number) => momentOf(history, index, points.length).toISOString();
  const timeOf = (index: number) =>
    range === 'day' ? formatClock(whenOf(index)) : formatStart(whenOf(index), new Date(history.until));
  const priceOf = (index: number) => {
    const price = points[index] ?? null;
    return price === null ? t`no price data` : priceText(price);
  };
  const known = course.filter((price) => price !== undefined);
  const head = (
    <PriceHead
      asset={asset}
      balance={balance}
      read={wanted === undefined ? undefined : { when: formatDateTime(whenOf(wanted)), price: points[wanted] ?? null }}
      change={<Change prices={prices} share={changeOf(course)} />}
    />
  );
  // One point is no course.
  if (known.length < 2) {
    return (
      <>
        {head}
        <p className="caption">
          <Trans>Not enough price data for a chart of this period</Trans>
        </p>
      </>
    );
  }
  return (
    <div className="stack gap-2">
      {head}
      <LineChart
        label={t`Price of ${asset.symbol} over time`}
        values={course}
        chosen={chosen}
        textOf={(index) => `${formatDateTime(whenOf(index))}: ${priceOf(index)}`}
        onChoose={setWanted}
        axis={axisTicks(Math.min(...known), Math.max(...known)).map((tick) => ({
          value: tick.value,
          label: formatTick(tick),
        }))}
      >
        <p className="cluster between caption" aria-hidden="true">
          {[0, 48, 96].map((index) => (
            <bdi key={index}>{timeOf(index)}</bdi>
          ))}
        </p>
      </LineChart>
      <Gaps course={course} timeOf={timeOf} exactTimeOf={(index) => formatDateTime(whenOf(index))} />
      <PointsTable
        heading={t`Price`}
        count={points.length}
        row={(index) => [formatDateTime(whenOf(index)), priceOf(index)]}
      />
    </div>
  );
}

/** The price with its unit and what it did; of a point that is read, its own price and time. */
function PriceHead(
  props: Props & {
    read: { readonly when: string; readonly price: string | null } | undefined;
    /** What it did over the range. */
    change: ReactNode;
  },
) {
  const { asset, balance, read, change } = props;
  const currency = useCurrency();
  const priceText = usePriceText();
  const price = read === undefined ? (balance.price?.price ?? null) : read.price;
  return (
    <div className="cluster between wrap">
      <p>
        {price === null ? (
          <span className="ink-2">
            <Trans>no price data</Trans>
          </span>
        ) : (
          <Trans>
            <bdi dir="ltr" className="title-3">
              {priceText(price)}
            </bdi>{' '}
            <span className="caption">per {asset.symbol}</span>
          </Trans>
        )}
      </p>
      {read !== undefined ? (
        <span className="caption">{read.when}</span>
      ) : balance.price?.stale === true || currency.staleAt !== undefined ? (
        <StaleChip priceAt={balance.price?.stale === true ? balance.price.at : undefined} rateAt={currency.staleAt} />
      ) : (
        change
      )}
    </div>
  );
}

/** What a price did, in the person's unit and as a share. */
function Change(props: { prices: readonly (string | undefined)[]; share: number | undefined }) {
  const { prices, share } = props;
  const [first, last] = [prices.find((price) => price !== undefined), prices.at(-1)];
  const amount = first === undefined || last === undefined ? undefined : showPriceChange(first, last);
  if (amount === undefined || share === undefined) return null;
  return (
    <bdi dir="ltr" className={share < 0 ? 'label danger' : 'label positive'}>
      {amount} ({formatSignedShare(share)})
    </bdi>
  );
}

/** Where nobody said a price, in words; where the line is dashed. */
function Gaps(props: {
  course: readonly (number | undefined)[];
  timeOf: (index: number) => string;
  exactTimeOf: (index: number) => string;
}) {
  const gaps = findGaps(props.course);
  const [gap] = gaps;
  if (gap === undefined) return null;
  const write = (timeOf: (index: number) => string) => [
    timeOf(gap.from),
    gap.until === undefined ? undefined : timeOf(gap.until),
  ];
  const short = write(props.timeOf);
  // Within one day the day alone says nothing.
  const [from, until] = short[0] === short[1] ? write(props.exactTimeOf) : short;
  return (
    <p className="caption">
      {gaps.length > 1 ? (
        <Trans>No price data for parts of this period</Trans>
      ) : until === undefined ? (
        <Trans>No price data since {from}</Trans>
      ) : (
        <Trans>
          No price data from {from} to {until}
        </Trans>
      )}
    </p>
  );
}

/** A round number of the axis, with at least the decimals of a price. */
function formatTick({ units, exponent }: { readonly units: number; readonly exponent: number }): string {
  if (exponent >= 0) return formatDecimal(String(units * 10 ** exponent), exponent > 0 ? 0 : 2);
  const digits = String(units).padStart(1 - exponent, '0');
  return formatDecimal(`${digits.slice(0, exponent)}.${digits.slice(exponent)}`, 4);
}
