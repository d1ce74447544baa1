import { Trans } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { Coin } from '@tern/ui/coin';
import { Link } from 'react-router';
import { formatCompact, formatUnits } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';

type Asset = OverviewView['assets'][number];

/** What each hot wallet can still pay, between its minimum and its maximum. */
export function HotWallets({ assets }: { assets: readonly Asset[] }) {
  return (
    <section className="panel" aria-labelledby="hot-wallets">
      <div className="home-panel-head">
        <h2 id="hot-wallets">
          <Link to="/treasury">
            <Trans>Hot wallets</Trans>
          </Link>
        </h2>
        <p className="ink-2">
          <Trans>minimum and maximum marked</Trans>
        </p>
      </div>
      <ul className="home-hots">
        {assets.map((asset) => (
          <HotWallet key={asset.assetId} asset={asset} />
        ))}
      </ul>
    </section>
  );
}

function HotWallet({ asset: { assetId, hot } }: { asset: Asset }) {
  const { assets } = useOperator();
  const known = assets.find(({ id }) => id === assetId);
  const decimals = known?.decimals ?? 0;
  const [available, floor, ceiling] = [BigInt(hot.available), BigInt(hot.floor), BigInt(hot.ceiling)];
  const zero = 0n;
  const held = available < zero ? zero : available;
  // The bar ends a quarter past the maximum, however much more there is: what counts is on which side of a mark it ends.
  const whole = ceiling === zero ? 1n : (ceiling * 125n) / 100n;
  const share = (amount: bigint) => `${Number(((amount < whole ? amount : whole) * 10_000n) / whole) / 100}%`;
  const show = (amount: bigint) => (
    <bdi dir="ltr" className="number">
      {amount < zero ? '−' : ''}
      {formatUnits(String(amount < zero ? -amount : amount), decimals)}
    </bdi>
  );
  return (
    <li>
      <Coin assetId={assetId} small />
      <span className="home-hot-name">{known?.symbol ?? assetId}</span>
      <div className="home-hot-amount">
        <p className="body-strong">{show(available)}</p>
        <p className={hot.verdict === 'within' ? 'home-note' : 'home-note home-pressing'}>
          {hot.verdict === 'above' ? (
            <Trans>{show(available - ceiling)} above maximum</Trans>
          ) : hot.verdict === 'below' ? (
            <Trans>{show(floor - available)} below minimum</Trans>
          ) : (
            <Trans>{show(ceiling - available)} below maximum</Trans>
          )}
        </p>
      </div>
      <div className={`home-bar home-bar-${hot.verdict}`} dir="ltr">
        <div className="home-bar-track" aria-hidden="true">
          <i style={{ inlineSize: share(held < ceiling ? held : ceiling) }} />
          {held > ceiling ? <s style={{ inlineSize: share((held < whole ? held : whole) - ceiling) }} /> : null}
          <b style={{ insetInlineStart: share(floor) }} />
          <b style={{ insetInlineStart: share(ceiling) }} />
        </div>
        <p className="home-bar-ends">
          <span style={{ insetInlineStart: share(floor) }}>
            <span className="visually-hidden">
              <Trans>Minimum</Trans>{' '}
            </span>
            {formatCompact(hot.floor, decimals)}
          </span>{' '}
          <span style={{ insetInlineStart: share(ceiling) }}>
            <span className="visually-hidden">
              <Trans>Maximum</Trans>{' '}
            </span>
            {formatCompact(hot.ceiling, decimals)}
          </span>
        </p>
      </div>
    </li>
  );
}
