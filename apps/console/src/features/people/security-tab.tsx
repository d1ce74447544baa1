import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import { Facts, type Fact } from '@tern/ui/facts';
import { Loaded } from '@tern/ui/loaded';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { TablePanel } from '../../shared/table-panel.tsx';
import { LevelPanel } from './level-panel.tsx';

const lockNames = {
  transfers: msg`Transfers`,
  'login-authenticator': msg`Authenticator code at login`,
  'factor-changes': msg`Changes of factors`,
  password: msg`Login password, asked again`,
} as const satisfies Record<PersonSecurityView['locks'][number]['what'], unknown>;

const resetStates = {
  waiting: msg`waiting`,
  done: msg`factors removed`,
  cancelled: msg`cancelled by the person`,
  refused: msg`refused`,
} as const satisfies Record<PersonSecurityView['resets'][number]['state'], unknown>;

/** What protects the account, and what happened to it. Nothing here signs anybody in. */
export function SecurityTab({ person }: { person: PersonView }) {
  const { i18n } = useLingui();
  const query = useQuery({
    queryKey: ['person', person.id, 'security'],
    queryFn: () => api.people.security({ id: person.id }),
  });
  return (
    <>
      <Loaded query={query} loading={null} failed={problemText(query.error)}>
        {(found) => (
          <>
            <LevelPanel person={person} level={found.level} />
            <Factors found={found} />
            <Locks locks={found.locks} />
            <Resets resets={found.resets} />
          </>
        )}
      </Loaded>
      <TablePanel title={<Trans>Account history</Trans>}>
        {person.events.map((event) => (
          <tr key={`${event.kind} ${event.at}`}>
            <td>{formatTime(event.at)}</td>
            <td>{i18n._(nameOf('accountEvents', event.kind))}</td>
          </tr>
        ))}
      </TablePanel>
    </>
  );
}

function Factors({ found }: { found: PersonSecurityView }) {
  const { t } = useLingui();
  const since = (at: string | null): string => (at === null ? t`none` : t`since ${formatTime(at)}`);
  const { left, made, madeAt } = found.recoveryCodes;
  const facts: Fact[] = [
    { key: 'password', term: t`Login password`, value: since(found.loginPasswordChangedAt) },
    { key: 'trade', term: t`Trade password`, value: since(found.tradePasswordSetAt) },
    { key: 'authenticator', term: t`Authenticator`, value: since(found.authenticatorSince) },
    {
      key: 'codes',
      term: t`Recovery codes`,
      value: madeAt === null ? t`none` : t`${left} of ${made} left, made ${formatTime(madeAt)}`,
    },
  ];
  return (
    <section className="panel">
      <h2>
        <Trans>Factors</Trans>
      </h2>
      <div className="people-facts">
        <Facts tight facts={facts} />
      </div>
    </section>
  );
}

function Locks({ locks }: Pick<PersonSecurityView, 'locks'>) {
  const { i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Locked after wrong tries</Trans>
      </h2>
      {locks.length === 0 ? (
        <p className="ink-2">
          <Trans>Nothing is locked.</Trans>
        </p>
      ) : (
        <ul>
          {locks.map(({ what, until }) => (
            <li key={what}>
              <strong>{i18n._(lockNames[what])}</strong> <Trans>until {formatTime(until)}; it ends by itself</Trans>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Resets({ resets }: Pick<PersonSecurityView, 'resets'>) {
  const { i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Factor resets</Trans>
      </h2>
      {resets.length === 0 ? (
        <p className="ink-2">
          <Trans>The person has never asked for one.</Trans>
        </p>
      ) : (
        <table>
          <tbody>
            {resets.map(({ id, state, startedAt, readyAt, endedAt }) => (
              <tr key={id}>
                <td>{formatTime(startedAt)}</td>
                <td>
                  {state === 'waiting' ? (
                    <Link className="link" to="/resolutions">
                      {i18n._(resetStates[state])}
                    </Link>
                  ) : (
                    i18n._(resetStates[state])
                  )}
                </td>
                <td>{endedAt === null ? <Trans>possible from {formatTime(readyAt)}</Trans> : formatTime(endedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
