import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorChangeView } from '@tern/contracts/routes/console-operators';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { SecondDecision } from '../../shared/second-decision.tsx';
import { useChangeText } from './change-text.ts';
import type { Half } from './invitation-half.tsx';

type Props = { readonly changes: readonly OperatorChangeView[]; readonly onHalf: (half: Half) => void };

/** Proposals that wait for a second administrator. */
export function WaitingChanges({ changes, onHalf }: Props) {
  const { t } = useLingui();
  const { name: own } = useOperator();
  const say = useChangeText();
  const waiting = changes.filter(({ state }) => state === 'proposed');
  if (waiting.length === 0) return null;
  const blockedFor = ({ proposedBy, name }: OperatorChangeView): string | undefined => {
    if (proposedBy === own) return t`You proposed this. Another administrator has to approve it.`;
    return name === own ? t`This is about you. Another administrator has to approve it.` : undefined;
  };
  return (
    <section className="panel">
      <h2>
        <Trans>Waiting for a second administrator</Trans>
      </h2>
      <table>
        <tbody>
          {waiting.map((change) => (
            <tr key={change.id}>
              <td>
                <strong>{say(change)}</strong>
                <p className="ink-2">
                  {change.proposedBy}, {formatTime(change.proposedAt)}: {change.note}
                </p>
                <p className="ink-2">
                  <Trans>can be approved until {formatTime(change.approvableUntil)}</Trans>
                </p>
              </td>
              <td>
                <SecondDecision
                  carryOut={t`Approve`}
                  roles={['administrator']}
                  blocked={blockedFor(change)}
                  ask={(decision) => api.operators.askChange({ id: change.id, decision })}
                  take={async (decision, proof) => {
                    const { link } = await api.operators.decideChange({ said: { id: change.id, decision }, proof });
                    if (link !== null) onHalf({ kind: 'link', name: change.name, value: link });
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
