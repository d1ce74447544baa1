import { Trans } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { PriceBasisView, QuoteView } from '@tern/contracts/routes/swaps';
import { Amount } from '@tern/ui/amount';
import { Facts, type Fact } from '@tern/ui/facts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { formatSources } from '../shared/price-basis.ts';

/** All that a quote and its pair say besides rate, fee and what is got for sure. */
export function SwapDetails(props: {
  quote: QuoteView | undefined;
  given: AssetView;
  bounds: readonly Fact[];
  basis: readonly PriceBasisView[];
  installation: InstallationView;
}) {
  const { quote, given, bounds, installation } = props;
  const hidden = useBalancesHidden();
  const basis = basisFacts(props.basis, installation);
  const facts =
    quote === undefined
      ? basis
      : [...quoteFacts(quote, given, { reward: getAsset(installation, 'reward'), hidden }), ...bounds, ...basis];
  return <Facts ruled facts={facts} />;
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

function quoteFacts(
  quote: QuoteView,
  given: AssetView,
  { reward, hidden }: { reward: AssetView; hidden: boolean },
): Fact[] {
  return [
    {
      key: 'spread',
      term: <Trans>Spread, included in the rate</Trans>,
      value: <Amount text={formatPartsPerMillion(quote.spreadPpm)} />,
    },
    {
      key: 'impact',
      term: <Trans>Price impact, part of the spread</Trans>,
      value: <Amount text={formatPartsPerMillion(quote.impactPpm)} />,
    },
    {
      key: 'reward',
      term: <Trans>Reward</Trans>,
      value:
        quote.reward === '0' ? (
          <Trans>none</Trans>
        ) : (
          <Amount text={`${formatBalance(quote.reward, reward.decimals)} ${reward.symbol}`} />
        ),
    },
    {
      key: 'keeps',
      term: <Trans>You keep</Trans>,
      value: <Amount text={formatBalance(quote.keeps, given.decimals)} unit={given.symbol} hidden={hidden} />,
    },
  ];
}
