import { Trans } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { Link } from 'react-router';
import { formatRatio } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';

/** What is held of each asset for what is owed of it. */
export function Reserves({ assets: found }: { assets: OverviewView['assets'] }) {
  const { assets } = useOperator();
  const compared = found.flatMap(({ comparedAt }) => comparedAt ?? []);
  const [oldest] = compared.toSorted();
  return (
    <section className="panel" aria-labelledby="reserves">
      <div className="home-panel-head">
        <h2 id="reserves">
          <Link to="/treasury">
            <Trans>Reserves</Trans>
          </Link>
        </h2>
        <p className="ink-2">
          {oldest === undefined || compared.length < found.length ? (
            <Trans>not yet compared with the chain</Trans>
          ) : (
            <Trans>compared with the chain {formatTime(oldest)}</Trans>
          )}
        </p>
      </div>
      <dl className="home-reserves">
        {found.map(({ assetId, reserveBasisPoints: ratio }) => (
          <div key={assetId}>
            <dt>{assets.find(({ id }) => id === assetId)?.symbol ?? assetId}</dt>
            <dd className={ratio !== null && ratio < 10_000 ? 'danger' : undefined}>
              {ratio === null ? (
                <span className="ink-2">
                  <Trans>nothing owed</Trans>
                </span>
              ) : (
                formatRatio(ratio)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
