import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BreakGlassView, OperatorsView } from '@tern/contracts/routes/console-operators';
import { Chip } from '@tern/ui/chip';
import { formatDay, formatTime } from '../../shared/format-time.ts';

const states = {
  waiting: msg`waiting`,
  open: msg`invitation open`,
  enrolled: msg`enrolled`,
  cancelled: msg`cancelled`,
} as const satisfies Record<BreakGlassView['state'], unknown>;

/** The way back in when passkeys are lost: who keeps the codes, and every time they were used. */
export function BreakGlassPanel({
  custodians,
  requests,
}: {
  /** Who keeps the codes; without, the panel is about one operator's request alone. */
  readonly custodians?: OperatorsView['custodians'];
  readonly requests: readonly BreakGlassView[];
}) {
  const { i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Break-glass</Trans>
      </h2>
      <p className="ink-2">
        <Trans>
          For the day when the operators have lost their passkeys. Two custodians enter their codes on the console’s
          machine; after 24 hours, in which any operator can cancel, one administrator is let in, who cannot decide
          about money for another 72 hours.
        </Trans>
      </p>
      {custodians !== undefined && custodians.length < 2 ? (
        <p className="danger">
          <Trans>
            {custodians.length} of 2 custodians have a code. Each makes theirs alone on the console’s machine: npm run
            operator -- custodian NAME
          </Trans>
        </p>
      ) : null}
      <ul className="operators-list">
        {(custodians ?? []).map(({ name, since }) => (
          <li key={name}>
            <Trans>
              {name} has kept a code since {formatDay(since)}.
            </Trans>
          </li>
        ))}
        {requests.map((request) => {
          const { cancelledBy } = request;
          return (
            <li key={request.id} className="cluster between wrap">
              <span>
                {request.name} · {formatTime(request.startedAt)}
                {cancelledBy === null ? null : (
                  <span className="ink-2">
                    {' · '}
                    <Trans>cancelled by {cancelledBy}</Trans>
                  </span>
                )}
              </span>{' '}
              <Chip kind={request.state === 'waiting' || request.state === 'open' ? 'failed' : 'neutral'}>
                {i18n._(states[request.state])}
              </Chip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
