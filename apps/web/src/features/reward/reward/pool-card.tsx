import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount, hiddenAmount, LeadAmount } from '@tern/ui/amount';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { useCountdown } from '../../../shared/use-countdown.ts';
import { formatClockAndZone } from './format-clock-and-zone.ts';
import { formatTimeLeft, holdingShare } from './pool-figures.ts';
import type { PoolNow } from './reward-queries.ts';

/** What the pool pays next, when, and to scale how much of that is this person's. */
export function PoolCard({ pool, token }: { pool: PoolNow; token: AssetView }) {
  const left = useCountdown(pool.nextAtMs);
  const percent = formatPartsPerMillion(pool.shareBasisPoints * 100);
  const total = <Amount text={`${formatShort(pool.total, token.decimals)} ${token.symbol}`} />;
  return (
    <section className="reward-pool" aria-labelledby="pool-title">
      <div className="stack gap-1">
        <div className="cluster between wrap">
          <h2 className="caption" id="pool-title">
            <Trans>Next distribution, {formatClockAndZone(pool.nextAt)}</Trans>
          </h2>
          <span className="label">
            <bdi dir="ltr" role="timer">
              {formatTimeLeft(left)}
            </bdi>
          </span>
        </div>
        {pool.total === '0' ? (
          <p className="label">
            <Trans>The pool is empty. It fills with a share of each swap fee and with our top-ups.</Trans>
          </p>
        ) : (
          <>
            <LeadAmount text={formatShort(pool.nextAmount, token.decimals)} unit={token.symbol} />
            <p className="caption">
              <Trans>
                {percent} of the {total} in the pool
              </Trans>
            </p>
          </>
        )}
      </div>
      {pool.total === '0' || pool.excluded !== null ? null : <OwnShare pool={pool} token={token} />}
      <UnderWay state={pool.underWay} />
      <CameIn cameIn={pool.cameIn} token={token} />
    </section>
  );
}

/** The person's part of what is paid next, as wide as it is. */
function OwnShare({ pool, token }: { pool: PoolNow; token: AssetView }) {
  const hidden = useBalancesHidden();
  const parts = holdingShare({ held: pool.average, heldByAll: pool.heldByAll });
  if (parts === undefined || pool.average === '0') return null;
  const share = hidden ? hiddenAmount : formatPartsPerMillion(Math.min(parts, 1_000_000));
  const held = <Amount text={formatShort(pool.average, token.decimals)} unit={token.symbol} hidden={hidden} />;
  const all = <Amount text={formatShort(pool.heldByAll, token.decimals)} unit={token.symbol} />;
  return (
    <>
      {hidden ? null : (
        <div className="reward-share" aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(100, parts / 10_000)}%` }} />
        </div>
      )}
      <p className="label">
        <Trans>
          Your share is <bdi dir="ltr">{share}</bdi>, drawn to scale: on average you hold {held} of {all} in this
          period.
        </Trans>
      </p>
    </>
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
        In this period, {fees} came from swap fees and {topUps} from us.
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
          <Trans>A distribution is being calculated</Trans>
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
            The last distribution is delayed, because tokens are missing on the chain. We make up for it once they are
            there.
          </Trans>
        </p>
      );
  }
}
