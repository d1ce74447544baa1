import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { SwapView } from '@tern/contracts/routes/swaps';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { Facts } from '@tern/ui/facts';
import { FileTextIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { exactAmount } from '../../../shared/exact-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { Rate } from '../shared/rate.tsx';
import { swapQuery } from '../shared/swap-queries.ts';
import { RewardStatus, SwapStatus } from './swap-status.tsx';

/** One swap with all that was agreed, to the unit. */
export function SwapDetail({ id }: { id: string }) {
  const query = useQuery(swapQuery(id));
  const { data, error } = query;
  if (data === undefined && error !== null && readProblem(error).code === 'NOT_FOUND') {
    return (
      <Empty
        title={<Trans>Swap not found</Trans>}
        note={<Trans>It doesn’t exist, or it belongs to another account.</Trans>}
        action={
          <Button as={Link} to={paths.swapRecord} replace kind="quiet" small>
            <Trans>Swap records</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <Loaded
      query={query}
      loading={<SkeletonRows count={6} />}
      failed={<Trans>Couldn’t load the swap. Your money is safe.</Trans>}
    >
      {(swap) => (
        <>
          <OutdatedNote query={query} />
          <SwapFacts swap={swap} />
        </>
      )}
    </Loaded>
  );
}

function SwapFacts({ swap }: { swap: SwapView }) {
  const { t } = useLingui();
  const hidden = useBalancesHidden();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { data: own } = useQuery(walletsQuery);
  const [given, taken] = [getAsset(installation, swap.assetOut), getAsset(installation, swap.assetIn)];
  const reward = getAsset(installation, 'reward');
  const amount = (units: string, asset: typeof given): ReactNode => (
    <Amount text={exactAmount(units, asset)} unit={asset.symbol} hidden={hidden} />
  );
  return (
    <>
      <SwapLead swap={swap} taken={taken} />
      <Card flush>
        <Facts
          ruled
          facts={[
            { key: 'out', term: <Trans>Token out</Trans>, value: amount(swap.amountOut, given) },
            { key: 'in', term: <Trans>Token in</Trans>, value: amount(swap.amountIn, taken), strong: true },
            {
              key: 'rate',
              term: <Trans>Rate</Trans>,
              value: (
                <Rate given={{ units: swap.amountOut, asset: given }} taken={{ units: swap.amountIn, asset: taken }} />
              ),
            },
            { key: 'fee', term: <Trans>Fee, included</Trans>, value: amount(swap.fee, given) },
            {
              key: 'available',
              term: <Trans>Available afterwards</Trans>,
              value: amount(swap.availableAfter, given),
            },
            {
              key: 'reward',
              term: <Trans>Reward</Trans>,
              value: swap.reward === '0' ? <Trans>none</Trans> : amount(swap.reward, reward),
            },
            {
              key: 'wallet',
              term: <Trans>Wallet</Trans>,
              value: own?.wallets.find(({ id }) => id === swap.walletId)?.name ?? '–',
            },
            { key: 'time', term: <Trans>Time</Trans>, value: formatDateTime(swap.createdAt) },
            {
              key: 'reference',
              term: <Trans>Ledger reference</Trans>,
              value: <bdi dir="ltr">{swap.ledgerReference}</bdi>,
            },
          ]}
        />
      </Card>
      <Row
        as={Link}
        to={`${paths.record}?${new URLSearchParams({ id: swap.recordId })}`}
        slim
        start={<FileTextIcon />}
        title={t`View in records`}
        leads
      />
    </>
  );
}

/** What was got, and that it is done; the state of its reward stands apart. */
function SwapLead({ swap, taken }: { swap: SwapView; taken: AssetView }) {
  const hidden = useBalancesHidden();
  return (
    <div className="stack gap-1 swap-lead">
      <p className="caption center">
        <Trans>You received</Trans>
      </p>
      <LeadAmount center text={exactAmount(swap.amountIn, taken)} unit={taken.symbol} hidden={hidden} />
      <p className="center">
        <SwapStatus />
      </p>
      {swap.reward === '0' ? null : (
        <p className="center">
          <span className="caption">
            <Trans>Reward</Trans>
          </span>{' '}
          <RewardStatus swap={swap} />
        </p>
      )}
      {swap.status === 'distributing' ? (
        <p className="caption center">
          <Trans>The swap is complete. Its reward comes with the next distribution of the pool.</Trans>
        </p>
      ) : null}
    </div>
  );
}
