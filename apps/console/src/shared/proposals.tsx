import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import { api } from './api.ts';
import { formatTime } from './format-time.ts';
import { useOperator } from './operator.ts';
import { rolesFor } from './propose.tsx';
import { useSayChange } from './say-change.ts';
import { SecondDecision } from './second-decision.tsx';

const states = { proposed: msg`proposed`, done: msg`carried out`, withdrawn: msg`withdrawn` } as const;

/** Changes as they were proposed and decided; a second operator carries them out here. */
export function Proposals({
  changes,
  onSecret,
}: Pick<ChangesView, 'changes'> & {
  /** Of a webhook or a key that got one by what was carried out; it is shown once. */
  onSecret?: (secret: string) => void;
}) {
  const { t, i18n } = useLingui();
  const { name } = useOperator();
  const say = useSayChange();
  if (changes.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Proposed and decided</Trans>
      </h2>
      <table>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td>
                <strong>{say(change.content)}</strong>
                <p className="ink-2">
                  {change.proposedBy}, {formatTime(change.proposedAt)}: {change.note}
                </p>
              </td>
              <td>
                <Chip kind={change.state === 'proposed' ? 'waiting' : 'neutral'}>{i18n._(states[change.state])}</Chip>
                {change.decidedBy === null ? null : <p className="ink-2">{change.decidedBy}</p>}
              </td>
              <td>
                {change.state === 'proposed' ? (
                  <SecondDecision
                    carryOut={t`Carry out`}
                    roles={rolesFor(change.content)}
                    blocked={
                      change.proposedBy === name ? t`You proposed it: another operator has to carry it out.` : undefined
                    }
                    ask={(decision) => api.changes.askChange({ id: change.id, decision })}
                    take={async (decision, proof) => {
                      const { secret } = await api.changes.decideChange({ said: { id: change.id, decision }, proof });
                      if (secret !== null) onSecret?.(secret);
                    }}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
