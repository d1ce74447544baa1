import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { SecondDecision } from '../../shared/second-decision.tsx';
import { useTermTexts } from '../../shared/term-texts.ts';
import { Notice } from './notice.tsx';

/** Fees and limits that one operator has proposed, for another to carry out. */
export function TermProposals({ found: { versions, server } }: { found: ConsoleTermsView }) {
  const { t } = useLingui();
  const { name } = useOperator();
  const { sayChange } = useTermTexts();
  const { data } = useQuery({
    queryKey: ['changes'],
    queryFn: () => api.changes.showChanges(),
    refetchInterval: 10_000,
  });
  const open = (data?.changes ?? []).flatMap(({ content, state, ...change }) =>
    content.kind === 'terms' && state === 'proposed' ? [{ ...change, content }] : [],
  );
  const [last] = versions;
  if (open.length === 0 || last === undefined) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Proposed</Trans>
      </h2>
      <table>
        <tbody>
          {open.map(({ id, content, proposedBy, proposedAt, note }) => (
            <tr key={id}>
              <td>
                <strong>{sayChange(content)}</strong>
                <p className="ink-2">
                  {proposedBy}, {formatTime(proposedAt)}: {note}
                </p>
                {content.after === last.version ? <Notice last={last} values={content.values} server={server} /> : null}
              </td>
              <td>
                <SecondDecision
                  carryOut={t`Carry out`}
                  roles={['treasurer', 'administrator']}
                  blocked={
                    content.after !== last.version
                      ? t`Another version was decided since: it has to be proposed anew.`
                      : proposedBy === name
                        ? t`You proposed it: another operator has to carry it out.`
                        : undefined
                  }
                  ask={(decision) => api.changes.askChange({ id, decision })}
                  take={(decision, proof) => api.changes.decideChange({ said: { id, decision }, proof })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
