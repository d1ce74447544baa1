import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseView } from '@tern/contracts/routes/console-work';
import { formatAge, formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { Propose } from '../../shared/propose.tsx';

/** What deposit addresses have more than the books explain, kept in suspense until two treasurers decide. */
export function Surpluses({ surpluses, nowMs }: Pick<HouseView, 'surpluses'> & { nowMs: number }) {
  const { assets } = useOperator();
  if (surpluses.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Surplus on deposit addresses, kept in suspense</Trans>
      </h2>
      <table>
        <tbody>
          {surpluses.map(({ block, ...surplus }) => (
            <tr key={surplus.id}>
              <td>
                <bdi dir="ltr" className="number">
                  {formatMoney(surplus.amount, surplus.assetId, assets)}
                </bdi>
                <p className="ink-2">{formatAge(surplus.since, nowMs)}</p>
              </td>
              <td>
                <p className="mono">{surplus.address}</p>
                <p className="ink-2">
                  <Trans>Kept at block {block}</Trans>
                </p>
              </td>
              <td>
                <SurplusActions surplus={surplus} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SurplusActions({ surplus }: { surplus: Omit<HouseView['surpluses'][number], 'block'> }) {
  const { t } = useLingui();
  if (surplus.returning) return <Trans>It is on its way back already.</Trans>;
  const { id: surplusId, address, assetId, amount } = surplus;
  const blocked = surplus.quarantined ? t`Decide about the quarantined item of this address first.` : undefined;
  return (
    <div className="cluster wrap">
      <Propose
        label={t`Propose to book it to the house`}
        blocked={blocked}
        content={{ kind: 'surplus', surplusId, address, assetId, amount, to: null }}
      />
      <Propose
        label={t`Propose to return it`}
        danger
        blocked={blocked}
        more={{ label: t`Address of its sender` }}
        content={(to) => ({ kind: 'surplus', surplusId, address, assetId, amount, to })}
      />
    </div>
  );
}
