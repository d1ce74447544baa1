import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import type { ReactNode } from 'react';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { holdingShare } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

/** This person's part: paid today, paid altogether, held, and how much of all that is. */
export function PoolTiles({ pool, token }: { pool: PoolNow; token: AssetView }) {
  const hidden = useBalancesHidden();
  const amount = (units: string) => <Amount text={formatShort(units, token.decimals)} hidden={hidden} />;
  const share = holdingShare(pool);
  return (
    <dl className="reward-tiles">
      <Tile term={<Trans>Today’s reward</Trans>}>{amount(pool.today)}</Tile>
      <Tile term={<Trans>Total earned</Trans>}>{amount(pool.earned)}</Tile>
      <Tile term={<Trans>Tokens held</Trans>}>{amount(pool.held)}</Tile>
      <Tile term={<Trans>Holding ratio</Trans>}>
        <Amount text={share === undefined ? '–' : formatPartsPerMillion(share)} hidden={hidden} />
      </Tile>
    </dl>
  );
}

function Tile(props: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="card">
      <dt className="caption">{props.term}</dt>
      <dd className="title-2">{props.children}</dd>
    </div>
  );
}
