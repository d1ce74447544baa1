import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { Link } from 'react-router';
import { formatTime } from '../../shared/format-time.ts';

type Process = OverviewView['processes'][number];

const names = {
  api: msg`API`,
  worker: msg`Worker`,
  console: msg`Console`,
} as const satisfies Record<Process['process'], unknown>;

/** Which processes report that they live, and whose metrics somebody reads. What nobody has reported is not there. */
export function Processes({ processes }: { processes: OverviewView['processes'] }) {
  const { i18n } = useLingui();
  return (
    <section className="panel home-flows home-processes" aria-labelledby="processes">
      <h2 id="processes">
        <Link to="/alarms/process-silent">
          <Trans>Processes</Trans>
        </Link>
      </h2>
      {processes.length === 0 ? (
        <p className="ink-2">
          <Trans>No process has reported yet.</Trans>
        </p>
      ) : (
        <ul>
          {processes.map((each) => (
            <li key={`${each.process} ${each.place}`} className={each.state === 'live' ? undefined : 'home-flow-off'}>
              <i aria-hidden="true" />
              {i18n._(names[each.process])}{' '}
              <span className="ink-2">
                <bdi dir="ltr">{each.place}</bdi>, <State of={each} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function State({ of: { state, startedAt, beatAt, metricsReadAt } }: { of: Process }) {
  if (state === 'stopped') return <Trans>stopped, last seen {formatTime(beatAt)}</Trans>;
  if (state === 'silent') return <Trans>silent since {formatTime(beatAt)}</Trans>;
  return metricsReadAt === null ? (
    <Trans>runs since {formatTime(startedAt)}, metrics never read</Trans>
  ) : (
    <Trans>
      runs since {formatTime(startedAt)}, metrics read {formatTime(metricsReadAt)}
    </Trans>
  );
}
