import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SwapView } from '@tern/contracts/routes/swaps';
import { Amount } from '@tern/ui/amount';
import { Facts } from '@tern/ui/facts';
import { SwapIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row, RowLine } from '@tern/ui/row';
import { Link } from 'react-router';
import { formatBalance } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { Rate } from '../shared/rate.tsx';
import { RewardStatus, SwapStatus } from './swap-status.tsx';

/** One swap of the list; opens it. */
export function SwapEntry({ swap }: { swap: SwapView }) {
  const hidden = useBalancesHidden();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [given, taken] = [getAsset(installation, swap.assetOut), getAsset(installation, swap.assetIn)];
  const reward = getAsset(installation, 'reward');
  return (
    <Link className="swap-entry" to={`${paths.swapRecord}?${new URLSearchParams({ id: swap.id })}`}>
      <Row
        start={
          <Mark>
            <SwapIcon />
          </Mark>
        }
        title={
          <RowLine
            end={
              <Amount text={formatBalance(swap.amountIn, taken.decimals, '+')} unit={taken.symbol} hidden={hidden} />
            }
          >
            <Trans>
              {given.symbol} to {taken.symbol}
            </Trans>
          </RowLine>
        }
        note={
          <RowLine
            end={
              <Amount text={formatBalance(swap.amountOut, given.decimals, '−')} unit={given.symbol} hidden={hidden} />
            }
          >
            {formatDateTime(swap.createdAt)}
          </RowLine>
        }
      />
      <Facts
        tight
        facts={[
          {
            key: 'rate',
            term: <Trans>Rate</Trans>,
            value: (
              <Rate given={{ units: swap.amountOut, asset: given }} taken={{ units: swap.amountIn, asset: taken }} />
            ),
          },
          {
            key: 'available',
            term: <Trans>Available afterwards</Trans>,
            value: (
              <Amount text={formatBalance(swap.availableAfter, given.decimals)} unit={given.symbol} hidden={hidden} />
            ),
          },
          {
            key: 'reward',
            term: <Trans>Reward</Trans>,
            value:
              swap.reward === '0' ? (
                <Trans>none</Trans>
              ) : (
                <>
                  <Amount text={formatBalance(swap.reward, reward.decimals)} unit={reward.symbol} hidden={hidden} />{' '}
                  <RewardStatus swap={swap} />
                </>
              ),
          },
          { key: 'status', term: <Trans>Status</Trans>, value: <SwapStatus /> },
        ]}
      />
    </Link>
  );
}
