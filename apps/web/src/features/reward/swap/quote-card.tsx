import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { PriceBasisView, QuoteView } from '@tern/contracts/routes/swaps';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { CountdownRing } from '@tern/ui/countdown-ring';
import { Facts, type Fact } from '@tern/ui/facts';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { formatSources } from '../shared/price-basis.ts';
import type { SwapOptions } from '../shared/swap-options-query.ts';
import { Rate } from '../shared/rate.tsx';
import type { Swap } from './use-swap.ts';

/** The rate with the seconds it holds, everything the swap costs, and the bounds of the pair. */
export function QuoteCard(props: { swap: Swap; terms: SwapOptions['terms']; installation: InstallationView }) {
  const { t } = useLingui();
  const hidden = useBalancesHidden();
  const { swap, terms } = props;
  const { held, secondsLeft, lifetimeS, direction } = swap;
  const [given, taken] = [swap.given.asset, swap.taken.asset];
  const bounds: Fact[] = [
    {
      key: 'smallest',
      term: <Trans>Smallest swap</Trans>,
      value: <Amount text={`${formatBalance(direction.minimum, given.decimals)} ${given.symbol}`} />,
    },
    {
      key: 'largest',
      term: <Trans>Largest swap</Trans>,
      value: <Amount text={`${formatBalance(direction.maximum, given.decimals)} ${given.symbol}`} />,
    },
  ];
  return (
    <Card>
      {held === undefined ? (
        swap.obstacle === 'asking' ? (
          <Skeleton>
            <div className="swap-rate">
              <SkeletonShape width="36px" height="36px" round />
              <SkeletonShape width="60%" height="3.5rem" />
            </div>
          </Skeleton>
        ) : null
      ) : (
        <div className="swap-rate">
          <CountdownRing left={secondsLeft} total={lifetimeS} label={t`${secondsLeft} of ${lifetimeS} seconds left`} />
          <div className="grow">
            <p className="label">
              <Rate
                given={{ units: held.quote.amountOut, asset: given }}
                taken={{ units: held.quote.amountIn, asset: taken }}
              />
            </p>
            <p className="caption">
              {secondsLeft === 0 ? (
                <Trans>Getting a new quote</Trans>
              ) : (
                <Plural
                  value={secondsLeft}
                  one="Held for # second, then a new quote is fetched"
                  other="Held for # seconds, then a new quote is fetched"
                />
              )}
            </p>
          </div>
        </div>
      )}
      {/* Drawn anew with the quote, which takes other lines than its shape. */}
      <Facts
        key={held === undefined ? 'shape' : 'quote'}
        ruled
        facts={[
          ...(held === undefined && swap.obstacle !== 'asking'
            ? []
            : factsOf(held?.quote, { given, taken, reward: getAsset(props.installation, 'reward'), terms, hidden })),
          ...bounds,
          ...basisFacts(direction.basis, props.installation),
        ]}
      />
    </Card>
  );
}

/** Who says what a token costs, and how old the oldest of these prices is. */
function basisFacts(basis: readonly PriceBasisView[], installation: InstallationView): Fact[] {
  return basis.map(({ assetId, sources, ageS }) => {
    const { symbol } = getAsset(installation, assetId);
    const names = formatSources(sources);
    const age = formatDuration(ageS);
    return {
      key: `basis-${assetId}`,
      term: <Trans>Price of {symbol}</Trans>,
      value: (
        <Trans>
          {names}, {age} old
        </Trans>
      ),
    };
  });
}

/** What a swap costs and brings; while the quote is asked for, the shape of it. */
function factsOf(
  quote: QuoteView | undefined,
  {
    given,
    taken,
    reward,
    terms,
    hidden,
  }: {
    given: AssetView;
    taken: AssetView;
    reward: AssetView;
    terms: SwapOptions['terms'];
    hidden: boolean;
  },
): Fact[] {
  const percent = formatPartsPerMillion(terms.feeBasisPoints * 100);
  const said = (say: (known: QuoteView) => ReactNode) =>
    quote === undefined ? (
      <span className="stack skeleton-end">
        <SkeletonShape width="5rem" />
      </span>
    ) : (
      say(quote)
    );
  return [
    {
      key: 'least',
      term: <Trans>Minimum received</Trans>,
      value: said((known) => <Amount text={exactAmountWithUnit(known.amountIn, taken)} />),
      strong: true,
    },
    {
      key: 'fee',
      term: <Trans>Fee, {percent}, included</Trans>,
      value: said((known) => <Amount text={exactAmountWithUnit(known.fee, given)} />),
    },
    {
      key: 'spread',
      term: <Trans>Spread, included in the rate</Trans>,
      value: said(({ spreadPpm }) => <Amount text={formatPartsPerMillion(spreadPpm)} />),
    },
    {
      key: 'impact',
      term: <Trans>Price impact, a part of the spread</Trans>,
      value: said(({ impactPpm }) => <Amount text={formatPartsPerMillion(impactPpm)} />),
    },
    {
      key: 'reward',
      term: <Trans>Comes back as reward</Trans>,
      value: said((known) =>
        known.reward === '0' ? (
          <Trans>none</Trans>
        ) : (
          <Amount text={`${formatBalance(known.reward, reward.decimals)} ${reward.symbol}`} />
        ),
      ),
    },
    {
      key: 'keeps',
      term: <Trans>You keep</Trans>,
      value: said(({ keeps }) => (
        <Amount text={formatBalance(keeps, given.decimals)} unit={given.symbol} hidden={hidden} />
      )),
    },
  ];
}
