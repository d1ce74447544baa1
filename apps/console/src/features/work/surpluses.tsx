import { Trans, useLingui } from '@lingui/react/macro';
import type { HouseView } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { Actions } from '../../shared/actions.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { Money } from '../../shared/money.tsx';
import { Propose } from '../../shared/propose.tsx';
import { useWaitsColumn } from '../../shared/use-waits-column.ts';

type Surplus = HouseView['surpluses'][number];

/** What deposit addresses have more than the books explain, kept in suspense until two treasurers decide. */
export function Surpluses({
  surpluses,
  nowMs,
  foot,
}: Pick<HouseView, 'surpluses'> & { nowMs: number; foot: ReactNode }) {
  const { t } = useLingui();
  const waits = useWaitsColumn(nowMs);
  if (surpluses.length === 0) return null;
  const columns: readonly DataColumn<Surplus>[] = [
    {
      id: 'amount',
      name: t`Amount`,
      fixed: true,
      end: true,
      cell: ({ amount, assetId }) => <Money amount={amount} assetId={assetId} />,
    },
    waits,
    {
      id: 'address',
      name: t`Address`,
      fixed: true,
      whole: true,
      cell: ({ address, block }) => (
        <>
          <p className="mono">{address}</p>
          <p className="ink-2">
            <Trans>Kept at block {block}</Trans>
          </p>
        </>
      ),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (surplus) => <SurplusActions surplus={surplus} />,
    },
  ];
  return (
    <GivenTable
      name="surpluses"
      label={t`Surplus on deposit addresses, kept in suspense`}
      columns={columns}
      rows={surpluses}
      foot={foot}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

function SurplusActions({ surplus }: { surplus: Omit<Surplus, 'block'> }) {
  const { t } = useLingui();
  if (surplus.returning) return <Trans>It is on its way back already.</Trans>;
  const { id: surplusId, address, assetId, amount } = surplus;
  const blocked = surplus.quarantined ? t`Decide about the quarantined item of this address first.` : undefined;
  return (
    <Actions roles={['treasurer']} blocked={blocked}>
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
    </Actions>
  );
}
