import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount, LeadAmount } from '@tern/ui/amount';
import { TimeLine } from '@tern/ui/time-line';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatClock } from '../../../shared/format-time.ts';
import { useCountdown } from '../../../shared/use-countdown.ts';
import { formatTimeLeft, pastShare } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

/** What is in the pool, and when it pays next. */
export function PoolCard({ pool, token }: { pool: PoolNow; token: AssetView }) {
  const left = useCountdown(pool.nextAtMs);
  return (
    <section className="reward-pool" aria-labelledby="pool-title">
      <div className="stack gap-1">
        <h2 className="caption" id="pool-title">
          <Trans>Total pool</Trans>
        </h2>
        <LeadAmount text={formatShort(pool.total, token.decimals)} unit={token.symbol} />
        {pool.total === '0' ? (
          <p className="label">
            <Trans>The pool is empty. It fills with a part of every swap’s fee and with top-ups of this service.</Trans>
          </p>
        ) : null}
      </div>
      <div className="stack gap-2">
        <TimeLine past={pastShare(pool, left)} />
        <p className="cluster between wrap">
          <span className="caption">
            <Trans>Next distribution, {formatClock(pool.nextAt)}</Trans>
          </span>
          <span className="body-strong">
            <bdi dir="ltr" role="timer">
              {formatTimeLeft(left)}
            </bdi>
          </span>
        </p>
        <UnderWay state={pool.underWay} />
        <CameIn cameIn={pool.cameIn} token={token} />
      </div>
    </section>
  );
}

/** Whose money it is. */
function CameIn({ cameIn, token }: { cameIn: PoolNow['cameIn']; token: AssetView }) {
  if (cameIn === null) return null;
  const amount = (units: string) => <Amount text={`${formatShort(units, token.decimals)} ${token.symbol}`} />;
  const [fees, topUps] = [amount(cameIn.fees), amount(cameIn.topUps)];
  return (
    <p className="caption">
      <Trans>
        In this period {fees} came from swap fees and {topUps} from this service.
      </Trans>
    </p>
  );
}

function UnderWay({ state }: { state: PoolNow['underWay'] }) {
  switch (state) {
    case null:
      return null;
    case 'settling':
      return (
        <p className="caption">
          <Trans>A distribution is being computed</Trans>
        </p>
      );
    case 'paying':
      return (
        <p className="caption">
          <Trans>A distribution is being paid right now</Trans>
        </p>
      );
    case 'reserves':
      return (
        <p className="caption">
          <Trans>
            The last distribution waits: tokens are missing on chain. It is made up for once they are there.
          </Trans>
        </p>
      );
  }
}
