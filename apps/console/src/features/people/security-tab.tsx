import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import { Facts, type Fact } from '@tern/ui/facts';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { LoadedShape } from '../../shared/loaded-shape.tsx';
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
  const query = useQuery({
    queryKey: ['person', person.id, 'security'],
    queryFn: () => api.people.security({ id: person.id }),
  });
  return (
    <>
      <LoadedShape query={query} height="24rem">
        {(found) => (
          <>
            <LevelPanel person={person} level={found.level} />
            <Factors found={found} />
            <Locks locks={found.locks} />
            <Resets resets={found.resets} />
          </>
        )}
      </LoadedShape>
      <History events={person.events} />
    </>
  );
}

function History({ events }: Pick<PersonView, 'events'>) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<PersonView['events'][number]>[] = [
    { id: 'at', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
    {
      id: 'event',
      name: t`Event`,
      fixed: true,
      sortBy: ({ kind }) => i18n._(nameOf('accountEvents', kind)),
      cell: ({ kind }) => i18n._(nameOf('accountEvents', kind)),
    },
  ];
  return (
    <GivenTable
      name="person-events"
      label={t`Account history`}
      columns={columns}
      rows={events}
      keyOf={({ kind, at }) => `${kind} ${at}`}
      empty={
        <p className="ink-2">
          <Trans>Nothing has happened yet. Logins and changes of factors will appear here.</Trans>
        </p>
      }
    />
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
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<PersonSecurityView['resets'][number]>[] = [
    {
      id: 'started',
      name: t`Asked for`,
      fixed: true,
      sortBy: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => formatTime(startedAt),
    },
    {
      id: 'state',
      name: t`State`,
      fixed: true,
      cell: ({ state }) =>
        state === 'waiting' ? (
          <Link className="link" to="/resolutions">
            {i18n._(resetStates[state])}
          </Link>
        ) : (
          i18n._(resetStates[state])
        ),
    },
    {
      id: 'ended',
      name: t`Ended`,
      fixed: true,
      sortBy: ({ endedAt }) => endedAt,
      cell: ({ endedAt, readyAt }) =>
        endedAt === null ? <Trans>possible from {formatTime(readyAt)}</Trans> : formatTime(endedAt),
    },
  ];
  return (
    <GivenTable
      name="person-resets"
      label={t`Factor resets`}
      columns={columns}
      rows={resets}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>The person has never asked for one.</Trans>
        </p>
      }
    />
  );
}
