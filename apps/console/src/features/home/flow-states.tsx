import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { Link } from 'react-router';
import { formatTime } from '../../shared/format-time.ts';
import { flowNames } from '../../shared/flow-names.ts';

/** Which flows run, and which operators or the books have stopped. */
export function FlowStates({ flows }: { flows: OverviewView['flows'] }) {
  const { i18n } = useLingui();
  return (
    <section className="panel home-flows" aria-labelledby="switches">
      <h2 id="switches">
        <Link to="/switches">
          <Trans>Switches</Trans>
        </Link>
      </h2>
      <ul>
        {flows.map(({ flow, stoppedAt, closed }) => {
          const runs = stoppedAt === null && !closed;
          return (
            <li key={flow} className={runs ? undefined : 'home-flow-off'}>
              <i aria-hidden="true" />
              {i18n._(flowNames[flow])}{' '}
              <span className="ink-2">
                {runs ? (
                  <Trans>on</Trans>
                ) : stoppedAt === null ? (
                  <Trans>closed, the books contradict themselves</Trans>
                ) : (
                  <Trans>off since {formatTime(stoppedAt)}</Trans>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
