import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { CountdownRing } from '@tern/ui/countdown-ring';
import { Facts, type Fact } from '@tern/ui/facts';
import { ChevronDownIcon } from '@tern/ui/icons';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { lazy, Suspense } from 'react';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import type { SwapOptions } from '../shared/swap-options-query.ts';
import { Rate } from '../shared/rate.tsx';
import type { Swap } from './use-swap.ts';

/** What is folded, and so never waited for. */
const SwapDetails = lazy(async () => ({ default: (await import('./swap-details.tsx')).SwapDetails }));

/** Rate, fee and what is got for sure; all else that the quote and its pair say is folded. */
export function QuoteCard(props: { swap: Swap; terms: SwapOptions['terms']; installation: InstallationView }) {
  const { swap, terms, installation } = props;
  const { held, direction } = swap;
  const [given, taken] = [swap.given.asset, swap.taken.asset];
  const bounds = boundsOf(direction, given);
  const quoted = held && { quote: held.quote, given, taken };
  const costs = <Facts ruled facts={costFacts(quoted, swap, terms)} />;
  return (
    <Card flush>
      {quoted !== undefined ? (
        costs
      ) : swap.obstacle === 'asking' ? (
        <Skeleton>{costs}</Skeleton>
      ) : (
        <Facts ruled facts={bounds} />
      )}
      <details className="swap-details">
        <summary>
          <span className="grow">
            <Trans>Details</Trans>
          </span>
          <ChevronDownIcon size="s" />
        </summary>
        <Suspense>
          <SwapDetails
            quote={held?.quote}
            given={given}
            bounds={bounds}
            basis={direction.basis}
            installation={installation}
          />
        </Suspense>
      </details>
    </Card>
  );
}

type Quoted = { readonly quote: QuoteView; readonly given: AssetView; readonly taken: AssetView };

/** What one token costs at the quote, with the seconds it holds. */
function QuotedRate({ swap, quoted: { quote, given, taken } }: { swap: Swap; quoted: Quoted }) {
  const { t } = useLingui();
  const { secondsLeft, lifetimeS } = swap;
  return (
    <span className="cluster swap-rate">
      <Rate given={{ units: quote.amountOut, asset: given }} taken={{ units: quote.amountIn, asset: taken }} />
      <CountdownRing left={secondsLeft} total={lifetimeS} label={t`${secondsLeft} of ${lifetimeS} seconds left`} />
    </span>
  );
}

function boundsOf(direction: Swap['direction'], given: AssetView): Fact[] {
  const amount = (units: string) => <Amount text={`${formatBalance(units, given.decimals)} ${given.symbol}`} />;
  return [
    { key: 'smallest', term: <Trans>Minimum swap</Trans>, value: amount(direction.minimum) },
    { key: 'largest', term: <Trans>Maximum swap</Trans>, value: amount(direction.maximum) },
  ];
}

/** What the swap costs, and what is got for it: exactly that, or nothing happens. Without a quote, as high as with one. */
function costFacts(quoted: Quoted | undefined, swap: Swap, terms: SwapOptions['terms']): Fact[] {
  const percent = formatPartsPerMillion(terms.feeBasisPoints * 100);
  const shape = (
    <span className="stack skeleton-end">
      <SkeletonShape width="6rem" />
    </span>
  );
  return [
    {
      key: 'rate',
      term: <Trans>Rate</Trans>,
      value: quoted === undefined ? shape : <QuotedRate swap={swap} quoted={quoted} />,
    },
    {
      key: 'fee',
      term: <Trans>Fee, {percent}, included</Trans>,
      value: quoted === undefined ? shape : <Amount text={exactAmountWithUnit(quoted.quote.fee, quoted.given)} />,
    },
    {
      key: 'least',
      term: <Trans>Minimum received</Trans>,
      value: quoted === undefined ? shape : <Amount text={exactAmountWithUnit(quoted.quote.amountIn, quoted.taken)} />,
      strong: true,
    },
  ];
}
