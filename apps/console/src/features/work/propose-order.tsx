import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseProposal } from '@tern/contracts/routes/console-house';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { SignedAction } from '../../shared/signed.tsx';

type Kind = HouseProposal['kind'];

/** Orders that operators set going themselves; a second operator approves each. */
export function ProposeOrder() {
  const { t } = useLingui();
  const { assets } = useOperator();
  const [kind, setKind] = useState<Kind>('surplus-to-house');
  const [assetId, setAsset] = useState<'usdt' | 'trx' | 'reward'>('usdt');
  const [account, setAccount] = useState<'hot' | 'fee'>('hot');
  const [typed, setTyped] = useState('');
  const kinds = {
    'surplus-to-house': t`Book a surplus to the house`,
    unstake: t`Unstake TRX`,
    restrict: t`Restrict an account to its owners`,
  } satisfies Record<Kind, string>;
  const amount = typed.trim();
  const saidFor = (note: string): HouseProposal => {
    if (kind === 'restrict') return { kind, account, note };
    return kind === 'unstake' ? { kind, amount, note } : { kind, assetId, amount, note };
  };
  return (
    <section className="panel panels">
      <h2>
        <Trans>Propose an order</Trans>
      </h2>
      <div className="signed">
        <select aria-label={t`Order`} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          {Object.entries(kinds).map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
        {kind === 'surplus-to-house' ? (
          <select
            aria-label={t`Coin`}
            value={assetId}
            onChange={({ target }) => setAsset(target.value as typeof assetId)}
          >
            {assets.map(({ id, symbol }) => (
              <option key={id} value={id}>
                {symbol}
              </option>
            ))}
          </select>
        ) : null}
        {kind === 'restrict' ? (
          <select
            aria-label={t`Account`}
            value={account}
            onChange={({ target }) => setAccount(target.value as typeof account)}
          >
            <option value="hot">{t`Hot wallet`}</option>
            <option value="fee">{t`Fee account`}</option>
          </select>
        ) : (
          <input
            className="input"
            aria-label={t`Amount in whole coins`}
            placeholder={t`Amount in whole coins`}
            value={typed}
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <SignedAction
          key={kind}
          label={t`Propose the order`}
          roles={['treasurer']}
          danger={kind === 'restrict'}
          blocked={kind !== 'restrict' && amount === '' ? t`Enter an amount first.` : undefined}
          noteLabel={t`Why`}
          ask={(note) => api.house.askProposal(saidFor(note))}
          take={async (note, _more, proof) => (await api.house.propose({ said: saidFor(note), proof })).outcome}
        />
      </div>
    </section>
  );
}
