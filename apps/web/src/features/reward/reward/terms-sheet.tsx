import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import { Facts, type Fact } from '@tern/ui/facts';
import { Sheet } from '@tern/ui/sheet';
import { formatShort } from '../../../shared/format-amount.ts';
import { formatPartsPerMillion } from '../../../shared/format-share.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { formatSources } from '../shared/price-basis.ts';
import { swapOptionsQuery, type SwapOptions } from '../shared/swap-options-query.ts';
import type { PoolNow } from './reward-queries.ts';

/** What the token is, where rewards come from, how they are computed, and who is left out. */
export function TermsSheet(props: {
  open: boolean;
  installation: InstallationView;
  pool: PoolNow | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`How rewards work`}>
      {props.open ? <Terms {...props} /> : null}
    </Sheet>
  );
}

/** Whose price it is, how much of it can be sold at once, and how much there is with people. */
function tokenFacts(
  token: AssetView,
  { directions, heldByAll }: { directions: SwapOptions['directions']; heldByAll: string },
): Fact[] {
  const sale = directions.find(({ assetOut, assetIn }) => assetOut === token.id && assetIn === 'usdt');
  const basis = sale?.basis.find(({ assetId }) => assetId === token.id);
  const amount = (units: string) => <Amount text={`${formatShort(units, token.decimals)} ${token.symbol}`} />;
  return [
    {
      key: 'price',
      term: <Trans>Price</Trans>,
      value: basis === undefined ? <Trans>none right now</Trans> : formatSources(basis.sources),
    },
    {
      key: 'sale',
      term: <Trans>Most you can swap to USDT at once</Trans>,
      value: sale === undefined || sale.closed !== null ? <Trans>none right now</Trans> : amount(sale.maximum),
    },
    { key: 'people', term: <Trans>Held by everyone</Trans>, value: amount(heldByAll) },
    { key: 'lock', term: <Trans>Locked or expiring</Trans>, value: <Trans>never</Trans> },
  ];
}

/** How the pool distributes now, and from when on otherwise. */
function Schedules({ pool }: { pool: PoolNow }) {
  return (
    <>
      <p>
        <Schedule schedule={pool} />
      </p>
      {pool.planned.map((schedule) => {
        const from = formatDateTime(schedule.from);
        return (
          <p key={schedule.from}>
            <Trans>From {from}:</Trans>
            <br />
            <Schedule schedule={schedule} />
          </p>
        );
      })}
    </>
  );
}

function Schedule({ schedule }: { schedule: Pick<PoolNow, 'everyHours' | 'shareBasisPoints'> }) {
  return (
    <>
      <Plural
        value={schedule.everyHours}
        one="Every hour, the pool pays out a share of itself:"
        other="Every # hours, counted from 00:00 UTC, the pool pays out a share of itself:"
      />{' '}
      <bdi dir="ltr">{formatPartsPerMillion(schedule.shareBasisPoints * 100)}</bdi>
    </>
  );
}

function Terms({ installation, pool }: { installation: InstallationView; pool: PoolNow | undefined }) {
  const token = getAsset(installation, 'reward');
  const { symbol, contract } = token;
  const { name } = installation.product;
  const swaps = useQuery(swapOptionsQuery).data;
  const terms = swaps?.terms;
  return (
    <div className="stack gap-4 reward-terms">
      <section className="stack gap-1">
        <h3 className="body-strong">
          <Trans>What {symbol} is</Trans>
        </h3>
        <p>
          {contract === null ? (
            <Trans>
              {name} issues the token {symbol}. It is not on the chain yet. Until it is, you can neither swap it nor
              send it out.
            </Trans>
          ) : (
            <Trans>
              {name} issues the token {symbol} as a TRC-20 contract on Tron:
            </Trans>
          )}
        </p>
        {contract === null ? null : (
          <p>
            <bdi dir="ltr" className="address reward-contract">
              {contract}
            </bdi>
          </p>
        )}
        {swaps === undefined || pool === undefined ? null : (
          <Facts ruled facts={tokenFacts(token, { directions: swaps.directions, heldByAll: pool.heldByAll })} />
        )}
        <p className="ink-2">
          <Trans>Its price can fall. You never have to buy or hold it to use this wallet.</Trans>
        </p>
      </section>
      <section className="stack gap-1">
        <h3 className="body-strong">
          <Trans>Where rewards come from</Trans>
        </h3>
        {terms === undefined ? null : (
          <Facts
            ruled
            facts={[
              {
                key: 'pool',
                term: <Trans>Share of each swap fee for the pool</Trans>,
                value: formatPartsPerMillion(terms.poolShareBasisPoints * 100),
              },
              {
                key: 'swapper',
                term: <Trans>Share of each swap fee back to the person who swaps</Trans>,
                value: formatPartsPerMillion(terms.swapperShareBasisPoints * 100),
              },
            ]}
          />
        )}
        <p>
          <Trans>
            We may also top up the pool. Both are journals in our ledger. Rewards are never paid from people’s deposits,
            and an empty pool pays nothing.
          </Trans>
        </p>
      </section>
      <section className="stack gap-1">
        <h3 className="body-strong">
          <Trans>How rewards are calculated</Trans>
        </h3>
        {pool === undefined ? null : <Schedules pool={pool} />}
        <p className="reward-formula">
          <Trans>your reward = share × your holding over time ÷ everyone’s holding over time, rounded down</Trans>
        </p>
        <p>
          <Trans>
            Holding over time is your balance, including outgoing amounts, multiplied by how long you held it in the
            period. The rewards and the remainder from rounding add up to exactly the share. The rest stays in the pool.
          </Trans>
        </p>
      </section>
      <section className="stack gap-1">
        <h3 className="body-strong">
          <Trans>Who is excluded</Trans>
        </h3>
        <p>
          <Trans>
            Our own accounts, people in countries where rewards are not available, and people who have not declared a
            country. The file of each distribution lists them.
          </Trans>
        </p>
      </section>
      <section className="stack gap-1">
        <h3 className="body-strong">
          <Trans>How to check your reward</Trans>
        </h3>
        <p>
          <Trans>
            Open a past distribution. This device recalculates your reward and traces it to the published fingerprint.
            With the file of all lines, which has no names, anyone can recalculate every reward.
          </Trans>
        </p>
      </section>
    </div>
  );
}
