import { Trans } from '@lingui/react/macro';
import type { OperatorChangeView } from '@tern/contracts/routes/console-operators';
import { LastDecided } from '../../shared/last-decided.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { useChangeText } from './change-text.ts';

/** What was decided about operators, with both names. */
export function History({ changes }: { changes: readonly OperatorChangeView[] }) {
  const say = useChangeText();
  const decided = changes.filter(({ state }) => state !== 'proposed');
  return (
    <section className="panel">
      <h2>
        <Trans>History</Trans>
      </h2>
      {decided.length === 0 ? (
        <p className="ink-2">
          <Trans>Approved and withdrawn changes will appear here.</Trans>
        </p>
      ) : (
        <ul className="operators-list">
          {decided.map((change) => {
            const { proposedBy, decidedBy, decidedAt } = change;
            return (
              <li key={change.id}>
                <p>{say(change)}</p>
                <p className="ink-2">
                  {decidedAt === null ? null : formatTime(decidedAt)}
                  {' · '}
                  {change.state === 'done' ? (
                    <Trans>
                      proposed by {proposedBy}, approved by {decidedBy}
                    </Trans>
                  ) : (
                    <Trans>
                      proposed by {proposedBy}, withdrawn by {decidedBy}
                    </Trans>
                  )}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      <LastDecided decided={decided.length} />
    </section>
  );
}
