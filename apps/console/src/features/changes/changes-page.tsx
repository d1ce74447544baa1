import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isAdministratorsContent, type ChangesView, type FundPurpose } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import { useState } from 'react';
import { changesQuery } from '../../shared/changes-query.ts';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
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
    <Page title={<Trans>Funds and pairs</Trans>} query={changes}>
      {(found) => (
        <>
          <Suggestions suggestions={found.suggestions} />
          <Proposals changes={found.changes.filter(({ content }) => !isAdministratorsContent(content))} />
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
    <section className="panel panels">
      <h2>
        <Trans>Set aside</Trans>
      </h2>
      <FundsByCoin funds={funds} />
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
        <Propose label={t`Propose to set aside`} content={{ kind: 'fund', purpose, assetId, amount: amount.trim() }} />
      </div>
    </section>
  );
}

/** What is set aside and what is not, coin by coin. */
function FundsByCoin({ funds }: Pick<ChangesView, 'funds'>) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  return assets
    .map(({ id, symbol }) => ({ id, symbol, own: funds.filter((fund) => fund.assetId === id) }))
    .filter(({ own }) => own.length > 0)
    .map(({ id, symbol, own }) => (
      <table key={id} aria-label={symbol}>
        <thead>
          <tr>
            <th colSpan={2} scope="colgroup">
              <strong>{symbol}</strong>
            </th>
          </tr>
        </thead>
        <tbody>
          {own.map((fund) => (
            <tr key={fund.purpose}>
              <td>{i18n._(fundPurposes[fund.purpose])}</td>
              <td className="end number">{formatMoney(fund.amount, fund.assetId, assets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ));
}

function Pairs({ pairs }: Pick<ChangesView, 'pairs'>) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const symbolOf = (id: string): string => assets.find((asset) => asset.id === id)?.symbol ?? id;
  return (
    <section className="panel">
      <h2>
        <Trans>Pairs people swap</Trans>
      </h2>
      <table>
        <tbody>
          {pairs.map(({ one, other, open }) => (
            <tr key={`${one} ${other}`}>
              <td>
                <bdi dir="ltr">
                  {symbolOf(one)} – {symbolOf(other)}
                </bdi>
              </td>
              <td>
                <Chip kind={open ? 'positive' : 'failed'}>{open ? t`open` : t`closed`}</Chip>
              </td>
              <td>
                <Propose
                  key={String(open)}
                  label={open ? t`Propose to close` : t`Propose to open`}
                  danger={open}
                  content={{ kind: 'pair', one, other, open: !open }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
