import { Trans, useLingui } from '@lingui/react/macro';
import type { ChartRange, WorthView } from '@tern/contracts/routes/home';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { NeedsConnection } from '@tern/ui/needs-connection';
import { PastLine, StartLine } from '@tern/ui/past-line';
import { useContext } from 'react';
import { valueDecimals } from '../../../shared/convert-value.ts';
import { formatUnits } from '../../../shared/format-amount.ts';
import { formatList } from '../../../shared/format-list.ts';
import { formatDateTime, formatDay } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { formatReadAt } from '../../../shared/inside/format-read-at.ts';
import { useMinute } from '../../../shared/inside/use-minute.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { PointsTable } from './points-table.tsx';
import { formatStart } from './format-start.ts';
import { momentOf } from './price-course.ts';
import { RangeChoice } from './range-choice.tsx';
import { centsToUnits, showChange, type ShownChange } from './worth-change.ts';

export type WorthProps = {
  worth: WorthView;
  installation: InstallationView;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  /** The point that is read; undefined for now. */
  chosen: number | undefined;
  /** A finger holds the point: lifting it returns to now. */
  touched: boolean;
  onChoose: (point: number | undefined, byTouch: boolean) => void;
  /** False where the line is from an earlier visit. */
  current: boolean;
};

/** What the wallet was worth: the change in its parts, the line, its ranges, and the same as a table. */
export function Worth(props: WorthProps) {
  const { worth } = props;
  if (worth.startedAt === null) {
    const isNew = new Date(worth.from).toDateString() === new Date(worth.until).toDateString();
    return (
      <>
        {isNew ? (
          <p className="label ink-2 home-total-note">
            <Trans>Your history starts today, {formatDay(worth.until)}</Trans>
          </p>
        ) : null}
        <StartLine />
      </>
    );
  }
  return (
    <>
      <Change {...props} />
      <Line {...props} />
      <Ends worth={worth} current={props.current} />
      <RangeChoice value={props.range} onChoose={props.onRange} />
      <AsTable worth={worth} />
    </>
  );
}

type WorthFailedProps = Pick<WorthProps, 'range' | 'onRange'> & { isFetching: boolean; onRetry: () => unknown };

/** In place of a line that could not be read: the other ranges may be there, of an earlier visit or from the server. */
export function WorthFailed({ range, onRange, isFetching, onRetry }: WorthFailedProps) {
  const offline = useContext(NeedsConnection);
  return (
    <>
      <p className="label ink-2 home-total-note" role="status">
        {offline ?? (
          <>
            <Trans>Couldn’t load the prices.</Trans>{' '}
            <button type="button" className="link" disabled={isFetching} onClick={() => void onRetry()}>
              <Trans>Try again</Trans>
            </button>
          </>
        )}
      </p>
      <RangeChoice value={range} onChoose={onRange} />
    </>
  );
}

function Change({ worth, installation, chosen, touched }: WorthProps) {
  const currency = useCurrency();
  const shown = showChange(worth, currency.convert, chosen);
  const unpriced = formatList(
    worth.without.map((assetId) => getAsset(installation, assetId).symbol),
    'unit',
  );
  return (
    <div className="home-change">
      <p className="label home-total-note cluster wrap">
        {shown === undefined ? (
          <span className="ink-2">{chosen === undefined ? null : <Trans>no price data</Trans>}</span>
        ) : (
          <>
            <bdi dir="ltr">{signed(shown.amount)}</bdi>
            <span className="caption">
              <Trans>since {formatStart(shown.since, new Date(worth.until))}</Trans>
            </span>
          </>
        )}
      </p>
      {chosen !== undefined ? (
        touched ? (
          <p className="caption">
            <Trans>Lift your finger to return to now</Trans>
          </p>
        ) : null
      ) : shown === undefined ? null : (
        <Parts shown={shown} />
      )}
      {unpriced === '' ? null : (
        <p className="caption">
          <Trans>Not included: {unpriced}, no price right now</Trans>
        </p>
      )}
    </div>
  );
}

/** Why it changed. Only what prices did is coloured: money that came in is no gain. */
function Parts({ shown }: { shown: ShownChange }) {
  const tone = shown.prices < 0n ? 'danger' : shown.prices > 0n ? 'positive' : undefined;
  return (
    <p className="caption home-parts">
      <span>
        <Trans>
          In and out <bdi dir="ltr">{signed(shown.inOut)}</bdi>
        </Trans>
      </span>
      <span>
        <Trans>
          Rewards <bdi dir="ltr">{signed(shown.rewards)}</bdi>
        </Trans>
      </span>
      <span>
        <Trans>
          Prices{' '}
          <bdi dir="ltr" className={tone}>
            {signed(shown.prices)}
          </bdi>
        </Trans>
      </span>
    </p>
  );
}

function Line({ worth, chosen, onChoose, current }: WorthProps) {
  const { t } = useLingui();
  const rowOf = useRowOf(worth);
  return (
    <PastLine
      label={t`Value over time`}
      values={worth.points.map((value) => (value === null ? undefined : Number(value)))}
      chosen={chosen}
      onChoose={onChoose}
      textOf={(point) => rowOf(point).join(': ')}
      marks={worth.marks}
      current={current}
    />
  );
}

function Ends({ worth, current }: { worth: WorthView; current: boolean }) {
  const nowMs = useMinute();
  const currency = useCurrency();
  const first = worth.points.find((value) => value !== null);
  return (
    <p className="caption cluster between home-ends" aria-hidden="true">
      <span>
        {first === undefined || worth.change === null ? null : (
          <>
            <bdi>{formatStart(worth.change.since, new Date(worth.until))}</bdi> ·{' '}
            <bdi dir="ltr">{currency.format(first)}</bdi>
          </>
        )}
      </span>
      <span>{current ? <Trans>now</Trans> : <bdi>{formatReadAt(Date.parse(worth.until), nowMs)}</bdi>}</span>
    </p>
  );
}

function AsTable({ worth }: { worth: WorthView }) {
  const { t } = useLingui();
  return <PointsTable heading={t`Total`} count={worth.points.length} row={useRowOf(worth)} />;
}

/** When a point of the line was, and what it says to readers. */
function useRowOf(worth: WorthView): (point: number) => readonly [string, string] {
  const { t } = useLingui();
  const currency = useCurrency();
  return (point) => {
    const value = worth.points[point] ?? null;
    return [
      formatDateTime(momentOf(worth, point, worth.points.length).toISOString()),
      value === null ? t`no price data` : `${currency.format(value)} ${currency.symbol}`,
    ];
  };
}

function signed(cents: bigint): string {
  const text = formatUnits(centsToUnits(cents), valueDecimals, { places: 2, minPlaces: 2 });
  return `${cents === 0n ? '' : cents < 0n ? '−' : '+'}${text}`;
}
