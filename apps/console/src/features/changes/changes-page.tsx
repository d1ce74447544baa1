import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ChangesView, FundPurpose } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import { useState } from 'react';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { Money } from '../../shared/money.tsx';
import { useOperator, useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { fundPurposes } from '../../shared/say-change.ts';
import { Coins } from './coins.tsx';
import { PoolSchedule } from './pool-schedule.tsx';
import { Suggestions } from './suggestions.tsx';
import { Propose } from '../../shared/propose.tsx';

/** What is set aside and open, and changing it: one operator proposes, another carries out. */
export function ChangesPage() {
  const changes = useQuery(changesQuery);
  return (
    <Page title={<Trans>Funds and pairs</Trans>} aside={<HelpLink page="funds" />} query={changes}>
      {(found) => (
        <>
          <Suggestions suggestions={found.suggestions} />
          <Proposals changes={changesOn('/changes', found.changes)} />
          <Funds funds={found.funds} />
          <PoolSchedule pool={found.pool} changes={found.changes} />
          <Pairs pairs={found.pairs} />
          <Coins assets={found.assets} changes={found.changes} />
        </>
      )}
    </Page>
  );
}

function Funds({ funds }: Pick<ChangesView, 'funds'>) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const [purpose, setPurpose] = useState<FundPurpose>('pool');
  const [chosen, setAsset] = useState<'usdt' | 'trx' | 'reward'>('reward');
  const [amount, setAmount] = useState('');
  const assetId = purpose === 'liquidity' ? chosen : 'reward';
  return (
    <>
      <FundTable funds={funds} />
      <section className="panel panels">
        <h2>
          <Trans>Set more aside</Trans>
        </h2>
        <div className="signed">
          <select
            aria-label={t`What for`}
            value={purpose}
            onChange={({ target }) => setPurpose(target.value as FundPurpose)}
          >
            {(['pool', 'promotion', 'liquidity'] as const).map((each) => (
              <option key={each} value={each}>
                {i18n._(fundPurposes[each])}
              </option>
            ))}
          </select>
          <select
            aria-label={t`Coin`}
            value={assetId}
            disabled={purpose !== 'liquidity'}
            onChange={({ target }) => setAsset(target.value as typeof chosen)}
          >
            {assets.map(({ id, symbol }) => (
              <option key={id} value={id}>
                {symbol}
              </option>
            ))}
          </select>
          <input
            className="input"
            aria-label={t`Amount in whole coins`}
            placeholder={t`Amount in whole coins`}
            value={amount}
            maxLength={60}
            onChange={({ target }) => setAmount(target.value)}
          />
          <Propose
            label={t`Propose to set aside`}
            content={{ kind: 'fund', purpose, assetId, amount: amount.trim() }}
          />
        </div>
      </section>
    </>
  );
}

type Fund = ChangesView['funds'][number];

/** What is set aside and what is not, coin by coin. */
function FundTable({ funds }: Pick<ChangesView, 'funds'>) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const symbolOf = useSymbolOf();
  const columns: readonly DataColumn<Fund>[] = [
    { id: 'coin', name: t`Coin`, fixed: true, cell: ({ assetId }) => symbolOf(assetId) },
    {
      id: 'purpose',
      name: t`What for`,
      fixed: true,
      sortBy: ({ purpose }) => i18n._(fundPurposes[purpose]),
      cell: ({ purpose }) => i18n._(fundPurposes[purpose]),
    },
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      cell: ({ amount, assetId }) => <Money amount={amount} assetId={assetId} />,
    },
  ];
  return (
    <GivenTable
      name="funds"
      label={t`Set aside`}
      columns={columns}
      // Each coin's together, in the order of the installation.
      rows={assets.flatMap(({ id }) => funds.filter(({ assetId }) => assetId === id))}
      keyOf={({ assetId, purpose }) => `${assetId} ${purpose}`}
      empty={
        <p className="ink-2">
          <Trans>The house has no money yet. What it earns or pays in can be set aside here.</Trans>
        </p>
      }
    />
  );
}

type Pair = ChangesView['pairs'][number];

function Pairs({ pairs }: Pick<ChangesView, 'pairs'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  const columns: readonly DataColumn<Pair>[] = [
    {
      id: 'pair',
      name: t`Pair`,
      fixed: true,
      sortBy: ({ one, other }) => `${symbolOf(one)} ${symbolOf(other)}`,
      cell: ({ one, other }) => (
        <bdi dir="ltr">
          {symbolOf(one)} – {symbolOf(other)}
        </bdi>
      ),
    },
    {
      id: 'status',
      name: t`Status`,
      fixed: true,
      cell: ({ open }) => <Chip kind={open ? 'positive' : 'failed'}>{open ? t`open` : t`closed`}</Chip>,
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ one, other, open }) => (
        <Propose
          key={String(open)}
          label={open ? t`Propose to close` : t`Propose to open`}
          danger={open}
          content={{ kind: 'pair', one, other, open: !open }}
        />
      ),
    },
  ];
  return (
    <GivenTable
      name="pairs"
      label={t`Pairs people swap`}
      columns={columns}
      rows={pairs}
      keyOf={({ one, other }) => `${one} ${other}`}
      empty={null}
    />
  );
}
