import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import { Card } from '@tern/ui/card';
import { Facts, type Fact } from '@tern/ui/facts';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { holdingShare } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

/** The pool, and this person's part: paid today, paid altogether, held, and how much of all that is. */
export function OwnFigures({ pool, token }: { pool: PoolNow; token: AssetView }) {
  const hidden = useBalancesHidden();
  const share = holdingShare(pool);
  const amount = (units: string, isOwn = true) => (
    <Amount text={formatShort(units, token.decimals)} unit={token.symbol} hidden={isOwn && hidden} />
  );
  const fromSwaps: Fact[] =
    pool.swapRewards === '0'
      ? []
      : [{ key: 'swaps', term: <Trans>From swaps, paid next</Trans>, value: amount(pool.swapRewards) }];
  return (
    <Card flush>
      <Facts
        ruled
        facts={[
          { key: 'pool', term: <Trans>Total pool</Trans>, value: amount(pool.total, false) },
          { key: 'today', term: <Trans>Today’s reward</Trans>, value: amount(pool.today) },
          { key: 'earned', term: <Trans>Total earned</Trans>, value: amount(pool.earned) },
          ...fromSwaps,
          { key: 'held', term: <Trans>Tokens held</Trans>, value: amount(pool.held) },
          {
            key: 'ratio',
            term: <Trans>Holding ratio</Trans>,
            value: <Amount text={share === undefined ? '–' : formatPartsPerMillion(share)} hidden={hidden} />,
          },
        ]}
      />
    </Card>
  );
}
