import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { DistributionView } from '@tern/contracts/routes/pool';
import { BarChart, type Bar } from '@tern/ui/bar-chart';
import { Card } from '@tern/ui/card';
import { useState } from 'react';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatDay } from '../../../shared/format-time.ts';
import { hiddenAmount } from '@tern/ui/amount';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { estimateNext } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

const barsShown = 14;

/** What the last distributions brought this person, and dashed what the next one would. The list below says the same. */
export function OwnRewards(props: { distributions: readonly DistributionView[]; pool: PoolNow; token: AssetView }) {
  const { t } = useLingui();
  const { pool, token } = props;
  const hidden = useBalancesHidden();
  const estimate = estimateNext(pool);
  const past = props.distributions.slice(0, estimate === undefined ? barsShown : barsShown - 1).toReversed();
  const [chosen, setChosen] = useState<string>();
  if (past.every(({ reward }) => reward === '0') && estimate === undefined) return null;
  const bars: (Bar & { at: string; units: string })[] = past.map(({ id, reward, endsAt }) => ({
    key: id,
    value: Number(reward),
    units: reward,
    at: endsAt,
  }));
  if (estimate !== undefined) {
    bars.push({ key: 'next', value: Number(estimate), units: estimate, at: pool.nextAt, estimate: true });
  }
  const latest = bars.findLastIndex((bar) => bar.estimate !== true);
  const found = bars.findIndex(({ key }) => key === chosen);
  const shown = found !== -1 ? found : latest !== -1 ? latest : 0;
  function textOf(index: number): string {
    const bar = bars[index];
    if (bar === undefined) return '';
    const day = formatDay(bar.at);
    const amount = hidden ? hiddenAmount : `${formatShort(bar.units, token.decimals)} ${token.symbol}`;
    return bar.estimate ? t`${day}: about ${amount}, an estimate if nothing changes` : t`${day}: ${amount}`;
  }
  return (
    <Card>
      <section className="stack gap-3" aria-labelledby="own-title">
        <h2 className="title-3" id="own-title">
          <Trans>Your rewards</Trans>
        </h2>
        <BarChart
          label={t`Your rewards by distribution, ${token.symbol}`}
          bars={bars}
          chosen={shown}
          textOf={textOf}
          onChoose={(index) => setChosen(bars[index]?.key)}
        >
          <p className="caption" aria-hidden="true">
            {textOf(shown)}
          </p>
        </BarChart>
      </section>
    </Card>
  );
}
