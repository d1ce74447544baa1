import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DistributionView } from '@tern/contracts/routes/pool';
import { Amount, hiddenAmount } from '@tern/ui/amount';
import { axisTicks } from '@tern/ui/axis-ticks';
import { BarChart, type Bar } from '@tern/ui/bar-chart';
import { Card } from '@tern/ui/card';
import { useState } from 'react';
import { formatDecimal, formatShort } from '../../../shared/format-amount.ts';
import { formatDay, formatShortDay } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import { useWorth, type ShownWorth } from '../../../shared/use-worth.ts';
import { formatClockAndZone } from './format-clock-and-zone.ts';
import { estimateNext, isTonight } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

const barsShown = 14;

/**
 * What the next distribution would pay this person, and to its scale what the last ones paid. Nothing where there is neither.
 * The list below says the same.
 */
export function EstimateCard(props: { distributions: readonly DistributionView[]; pool: PoolNow; token: AssetView }) {
  const { pool, token } = props;
  const estimate = estimateNext(pool);
  const past = props.distributions.slice(0, estimate === undefined ? barsShown : barsShown - 1).toReversed();
  const hasPast = past.some(({ reward }) => reward !== '0');
  if (!hasPast && estimate === undefined) return null;
  return (
    <Card>
      <section className="stack gap-3" aria-labelledby="own-title">
        {estimate === undefined ? (
          <h2 className="title-3" id="own-title">
            <Trans>Your rewards</Trans>
          </h2>
        ) : (
          <Estimate estimate={estimate} pool={pool} token={token} />
        )}
        {hasPast ? <Bars past={past} estimate={estimate} pool={pool} token={token} /> : null}
      </section>
    </Card>
  );
}

function Estimate({ estimate, pool, token }: { estimate: string; pool: PoolNow; token: AssetView }) {
  const hidden = useBalancesHidden();
  const worth = useWorth(token)(estimate);
  const [openedAt] = useState(() => new Date());
  const until = formatClockAndZone(pool.nextAt);
  const amount = (
    <>
      <bdi dir="ltr" className="number reward-estimate">
        {hidden ? hiddenAmount : formatShort(estimate, token.decimals)}
      </bdi>{' '}
      <small>{token.symbol}</small>
    </>
  );
  return (
    <div className="stack">
      <h2 className="caption" id="own-title">
        {isTonight(pool, openedAt) ? (
          <Trans>Tonight’s reward, an estimate</Trans>
        ) : (
          <Trans>Next reward, an estimate</Trans>
        )}
      </h2>
      <p className="reward-about">
        <Trans>about {amount}</Trans>
      </p>
      <p className="caption">
        <Worth worth={worth} hidden={hidden} /> <Trans>It changes with your balance and the pool until {until}.</Trans>
      </p>
    </div>
  );
}

/** What it is worth; at an old price or rate it says how old that is instead. */
function Worth({ worth, hidden }: { worth: ShownWorth | undefined; hidden: boolean }) {
  if (worth === undefined) return null;
  const worthText = hidden ? hiddenAmount : worth.text;
  if (worth.priceAt !== undefined || worth.rateAt !== undefined) {
    return (
      <>
        ≈ <Amount text={worthText} /> {hidden ? null : <StaleChip {...worth} />}
      </>
    );
  }
  return (
    <Trans>
      <bdi dir="ltr">{worthText}</bdi> at today’s price.
    </Trans>
  );
}

type Shown = Bar & { readonly at: string; readonly units: string };

function Bars(props: {
  past: readonly DistributionView[];
  estimate: string | undefined;
  pool: PoolNow;
  token: AssetView;
}) {
  const { t } = useLingui();
  const { estimate, pool, token } = props;
  const hidden = useBalancesHidden();
  const [chosen, setChosen] = useState<string>();
  const valueOf = (units: string) => Number(units) / 10 ** token.decimals;
  const past: Shown[] = props.past.map(({ id, reward, endsAt }) => ({
    key: id,
    value: valueOf(reward),
    units: reward,
    at: endsAt,
  }));
  const next: Shown[] =
    estimate === undefined
      ? []
      : [{ key: 'next', value: valueOf(estimate), units: estimate, at: pool.nextAt, estimate: true }];
  const bars = [...past, ...next];
  const found = bars.findIndex(({ key }) => key === chosen);
  const shown = found === -1 ? past.length - 1 : found;
  function textOf(index: number): string {
    const bar = bars[index];
    if (bar === undefined) return '';
    const day = formatDay(bar.at);
    const amount = hidden ? hiddenAmount : `${formatShort(bar.units, token.decimals)} ${token.symbol}`;
    return bar.estimate ? t`${day}: about ${amount}, an estimate if nothing changes` : t`${day}: ${amount}`;
  }
  const days = [past[0], past.at(-1)].map((bar) => (bar === undefined ? '' : formatShortDay(bar.at)));
  return (
    <BarChart
      label={t`Your rewards by distribution, ${token.symbol}`}
      bars={bars}
      axis={hidden ? [] : axisOf(bars)}
      from={days[0]}
      until={days[0] === days[1] ? undefined : days[1]}
      chosen={shown}
      textOf={textOf}
      onChoose={(index) => setChosen(bars[index]?.key)}
    >
      <p className="caption" aria-hidden="true">
        {textOf(shown)}
      </p>
    </BarChart>
  );
}

/** Round numbers from zero up. */
function axisOf(bars: readonly Bar[]): readonly { readonly value: number; readonly label: string }[] {
  return axisTicks(0, Math.max(...bars.map(({ value }) => value))).map(({ value, exponent }) => ({
    value,
    label: formatDecimal(value.toFixed(Math.max(0, -exponent))),
  }));
}
