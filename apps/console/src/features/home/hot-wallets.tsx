import { Trans } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { Coin } from '@tern/ui/coin';
import { Link } from 'react-router';
import { formatCompact, formatUnits } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';

type Asset = OverviewView['assets'][number];

/** What each hot wallet can still pay, between its minimum and its maximum: bars for the eye, the same numbers as a table. */
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
      <ul className="home-hots" aria-hidden="true">
        {assets.map((asset) => (
          <HotWallet key={asset.assetId} asset={asset} />
        ))}
      </ul>
      <div className="visually-hidden">
        <HotTable assets={assets} />
      </div>
    </section>
  );
}

/** The figures of one hot wallet, and how they are written. */
function useFigures({ assetId, hot }: Asset) {
  const { assets } = useOperator();
  const known = assets.find(({ id }) => id === assetId);
  const decimals = known?.decimals ?? 0;
  const zero = 0n;
  return {
    symbol: known?.symbol ?? assetId,
    available: BigInt(hot.available),
    floor: BigInt(hot.floor),
    ceiling: BigInt(hot.ceiling),
    show: (amount: bigint) => (
      <bdi dir="ltr" className="number">
        {amount < zero ? '−' : ''}
        {formatUnits(String(amount < zero ? -amount : amount), decimals)}
      </bdi>
    ),
    compact: (amount: string) => formatCompact(amount, decimals),
  };
}

/** On which side of its marks a hot wallet is, and how far from them. */
function Distance({ asset }: { asset: Asset }) {
  const { available, floor, ceiling, show } = useFigures(asset);
  switch (asset.hot.verdict) {
    case 'above':
      return <Trans>{show(available - ceiling)} above maximum</Trans>;
    case 'below':
      return <Trans>{show(floor - available)} below minimum</Trans>;
    case 'within':
      return <Trans>{show(ceiling - available)} below maximum</Trans>;
  }
}

function HotTable({ assets }: { assets: readonly Asset[] }) {
  return (
    <table>
      <caption>
        <Trans>Hot wallets</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Coin</Trans>
          </th>
          <th scope="col">
            <Trans>Available</Trans>
          </th>
          <th scope="col">
            <Trans>Minimum</Trans>
          </th>
          <th scope="col">
            <Trans>Maximum</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {assets.map((asset) => (
          <HotRow key={asset.assetId} asset={asset} />
        ))}
      </tbody>
    </table>
  );
}

function HotRow({ asset }: { asset: Asset }) {
  const { symbol, available, floor, ceiling, show } = useFigures(asset);
  return (
    <tr>
      <th scope="row">{symbol}</th>
      <td>{show(available)}</td>
      <td>{show(floor)}</td>
      <td>{show(ceiling)}</td>
      <td>
        <Distance asset={asset} />
      </td>
    </tr>
  );
}

function HotWallet({ asset }: { asset: Asset }) {
  const { assetId, hot } = asset;
  const { symbol, available, floor, ceiling, show, compact } = useFigures(asset);
  const zero = 0n;
  const held = available < zero ? zero : available;
  // The bar ends a quarter past the maximum, however much more there is: what counts is on which side of a mark it ends.
  const whole = ceiling === zero ? 1n : (ceiling * 125n) / 100n;
  const share = (amount: bigint) => `${Number(((amount < whole ? amount : whole) * 10_000n) / whole) / 100}%`;
  return (
    <li>
      <Coin assetId={assetId} small />
      <span className="home-hot-name">{symbol}</span>
      <div className="home-hot-amount">
        <p className="body-strong">{show(available)}</p>
        <p className={hot.verdict === 'within' ? 'home-note' : 'home-note home-pressing'}>
          <Distance asset={asset} />
        </p>
      </div>
      <div className={`home-bar home-bar-${hot.verdict}`} dir="ltr">
        <div className="home-bar-track">
          <i style={{ inlineSize: share(held < ceiling ? held : ceiling) }} />
          {held > ceiling ? <s style={{ inlineSize: share((held < whole ? held : whole) - ceiling) }} /> : null}
          <b style={{ insetInlineStart: share(floor) }} />
          <b style={{ insetInlineStart: share(ceiling) }} />
        </div>
        <p className="home-bar-ends">
          <span style={{ insetInlineStart: share(floor) }}>{compact(hot.floor)}</span>{' '}
          <span style={{ insetInlineStart: share(ceiling) }}>{compact(hot.ceiling)}</span>
        </p>
      </div>
    </li>
  );
}
