import { useLingui } from '@lingui/react/macro';
import type { OperatorChangeView } from '@tern/contracts/routes/console-operators';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { SecondDecision } from '../../shared/second-decision.tsx';
import { InPlace, placeAmong } from '../../shared/signing/waiting-place.tsx';
import { useProposedColumns } from '../../shared/use-proposed-columns.tsx';
import { useChangeText } from './change-text.ts';
import type { Half } from './invitation-half.tsx';

type Props = { readonly changes: readonly OperatorChangeView[]; readonly onHalf: (half: Half) => void };

/** Proposals that wait for a second administrator. */
export function WaitingChanges({ changes, onHalf }: Props) {
  const { t } = useLingui();
  const say = useChangeText();
  const proposed = useProposedColumns<OperatorChangeView>(say);
  const waiting = changes.filter(({ state }) => state === 'proposed');
  const { name: own } = useOperator();
  if (waiting.length === 0) return null;
  const forMe = waiting.filter(({ name, proposedBy }) => name !== own && proposedBy !== own);
  const columns: readonly DataColumn<OperatorChangeView>[] = [
    ...proposed,
    {
      id: 'until',
      name: t`Can be approved until`,
      fixed: true,
      sortBy: ({ approvableUntil }) => approvableUntil,
      cell: ({ approvableUntil }) => formatTime(approvableUntil),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (change) => (
        <InPlace place={placeAmong(forMe, change.id)}>
          <Decide change={change} onHalf={onHalf} />
        </InPlace>
      ),
    },
  ];
  return (
    <GivenTable
      name="operators-waiting"
      label={t`Waiting for a second administrator`}
      columns={columns}
      rows={waiting}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

function Decide({ change, onHalf }: { readonly change: OperatorChangeView } & Pick<Props, 'onHalf'>) {
  const { t } = useLingui();
  const { name: own } = useOperator();
  const { id, name, proposedBy } = change;
  const aboutOwn = name === own ? t`This is about you. Another administrator has to decide.` : undefined;
  return (
    <SecondDecision
      carryOut={t`Approve`}
      roles={['administrator']}
      blocked={
        aboutOwn ?? (proposedBy === own ? t`You proposed this. Another administrator has to approve it.` : undefined)
      }
      withdrawBlocked={aboutOwn}
      ask={(decision) => api.operators.askChange({ id, decision })}
      take={async (decision, proof) => {
        const { link } = await api.operators.decideChange({ said: { id, decision }, proof });
        if (link !== null) onHalf({ kind: 'link', name, value: link });
      }}
    />
  );
}
