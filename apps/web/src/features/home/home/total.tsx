import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ChartRange, WorthView } from '@tern/contracts/routes/home';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { LeadAmount } from '@tern/ui/amount';
import { NeedsConnection } from '@tern/ui/needs-connection';
import { Suspense, useContext, useState } from 'react';
import { formatList } from '../../../shared/format-list.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { HideBalancesButton } from '../../../shared/inside/hide-balances-button.tsx';
import { formatReadAt } from '../../../shared/inside/format-read-at.ts';
import { useIsOutdated, type ReadQuery } from '../../../shared/inside/outdated-note.tsx';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useMinute } from '../../../shared/inside/use-minute.ts';
import { useOldParts } from '../../../shared/inside/use-old-parts.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { worthQuery } from './home-queries.ts';
import { Worth, WorthFailed } from './load-later.ts';
import { momentOf } from './price-course.ts';

/** What everything is worth in the currency unit and was worth before; says so when something held has no price. */
export function Total(props: { overview: OverviewView; installation: InstallationView; query: ReadQuery }) {
  const { overview, installation } = props;
  const hidden = useBalancesHidden();
  const currency = useCurrency();
  const [range, setRange] = useState<ChartRange>('month');
  const [chosen, setChosen] = useState<number>();
  const [touched, setTouched] = useState(false);
  const query = useQuery({ ...worthQuery(overview.wallet.id, range), enabled: !hidden });
  const isOffline = useContext(NeedsConnection) !== null;
  // Without a network the range before must not stand for the one that was chosen.
  const worth = isOffline && query.isPlaceholderData ? undefined : query.data;
  const isOutdated = useIsOutdated(props.query);
  const time = formatReadAt(props.query.dataUpdatedAt, useMinute());
  const { value } = overview.total;
  const read = chosen === undefined || worth === undefined ? undefined : readPoint(worth, chosen);
  const chooseRange = (next: ChartRange) => {
    setChosen(undefined);
    setRange(next);
  };
  const line = (known: WorthView) => (
    <Worth
      worth={known}
      installation={installation}
      range={range}
      onRange={chooseRange}
      chosen={chosen}
      touched={touched}
      onChoose={(point, byTouch) => {
        setChosen(point);
        setTouched(byTouch);
      }}
      current={!isOutdated}
    />
  );
  return (
    <section className="stack home-total" aria-labelledby="total-title">
      <div className="home-total-head caption">
        <h2 className={read === undefined ? 'caption' : 'visually-hidden'} id="total-title">
          {isOutdated ? <Trans>Total at {time}</Trans> : <Trans>Total</Trans>}
        </h2>
        {read === undefined ? <HideBalancesButton small /> : formatDateTime(read.at)}
      </div>
      <LeadAmount
        size="display"
        dimDecimals
        text={read === undefined ? currency.format(value) : read.value === null ? '–' : currency.format(read.value)}
        unit={currency.symbol}
        hidden={hidden}
      />
      <TotalNote {...props} worth={worth} />
      {hidden ? null : <StaleParts overview={overview} />}
      {hidden ? null : worth !== undefined && worth.startedAt === null ? (
        // Lower than a line: its place is kept by whoever waits for it.
        line(worth)
      ) : (
        <Suspense fallback={<WorthShape />}>
          {worth !== undefined ? (
            line(worth)
          ) : query.isError || isOffline ? (
            <WorthFailed range={range} onRange={chooseRange} isFetching={query.isFetching} onRetry={query.refetch} />
          ) : (
            <WorthShape />
          )}
        </Suspense>
      )}
    </section>
  );
}

/** That amounts are hidden, or that the total lacks something while no line can say it. */
function TotalNote(props: { overview: OverviewView; installation: InstallationView; worth: WorthView | undefined }) {
  const hidden = useBalancesHidden();
  if (!hidden && (props.overview.total.complete || props.worth !== undefined)) return null;
  return hidden ? (
    <p className="label ink-3 home-total-note">
      <Trans>Amounts are hidden everywhere</Trans>
    </p>
  ) : (
    <p className="label ink-2 home-total-note">
      <Trans>Incomplete: no price for {formatList(listUnpriced(props), 'unit')} right now</Trans>
    </p>
  );
}

/** Symbols of what is held and has no price. */
function listUnpriced({ overview, installation }: { overview: OverviewView; installation: InstallationView }) {
  return overview.balances
    .filter(({ value, posted }) => value === null && posted !== '0')
    .map(({ assetId }) => getAsset(installation, assetId).symbol);
}

/** Old prices of what is held, and an old rate, on which total and line depend. */
function StaleParts({ overview }: { overview: OverviewView }) {
  const old = useOldParts(overview);
  return old.priceAt === undefined && old.rateAt === undefined ? null : (
    <p className="cluster wrap home-total-note">
      <StaleChip {...old} />
    </p>
  );
}

function readPoint(worth: WorthView, point: number): { readonly at: string; readonly value: string | null } {
  return {
    at: momentOf(worth, point, worth.points.length).toISOString(),
    value: worth.points[point] ?? null,
  };
}

/** As high as the line with all that belongs to it, so that nothing below moves when it comes. */
function WorthShape() {
  return <div className="home-worth-shape" aria-hidden="true" />;
}
