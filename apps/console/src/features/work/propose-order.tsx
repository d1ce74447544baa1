import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseProposal } from '@tern/contracts/routes/console-house';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { KindField, LineField, type Choices } from '../../shared/fields.tsx';
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
  const kinds: Choices<Kind> = [
    ['surplus-to-house', t`Book a surplus to the house`],
    ['unstake', t`Unstake TRX`],
    ['restrict', t`Restrict an account to its owners`],
  ];
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
        <KindField label={t`Order`} value={kind} choices={kinds} onChange={setKind} />
        {kind === 'surplus-to-house' ? (
          <KindField
            label={t`Coin`}
            value={assetId}
            choices={assets.map(({ id, symbol }) => [id, symbol])}
            onChange={setAsset}
          />
        ) : null}
        {kind === 'restrict' ? (
          <KindField
            label={t`Account`}
            value={account}
            choices={[
              ['hot', t`Hot wallet`],
              ['fee', t`Fee account`],
            ]}
            onChange={setAccount}
          />
        ) : (
          <LineField
            label={t`Amount in whole coins`}
            value={typed}
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <SignedAction
          key={kind}
          label={t`Propose the order`}
          roles={['treasurer']}
          kind={kind === 'restrict' ? 'danger' : 'quiet'}
          blocked={kind !== 'restrict' && amount === '' ? t`Enter an amount first.` : undefined}
          noteLabel={t`Why`}
          ask={(note) => api.house.askProposal(saidFor(note))}
          take={async (note, _more, proof) => (await api.house.propose({ said: saidFor(note), proof })).outcome}
        />
      </div>
    </section>
  );
}
