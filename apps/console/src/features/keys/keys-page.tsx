import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { KeysView } from '@tern/contracts/routes/console-keys';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import { ForRoles } from '../../shared/for-roles.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { scopeTexts } from '../../shared/key-texts.ts';
import '../../shared/outside.css';
import { Page } from '../../shared/page.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';
import { useShownOnce } from '../../shared/shown-once.tsx';
import { KeyCalls } from './key-calls.tsx';
import { KeyForm } from './key-form.tsx';

/** Which other systems may read what, from where and until when, and what they did with it. */
export function KeysPage() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => api.keys.showKeys(), refetchInterval: 10_000 });
  const { data: changes } = useQuery(changesQuery);
  const { shown, show } = useShownOnce(
    <>
      <strong>
        <Trans>Give this key to whoever runs the other system.</Trans>
      </strong>{' '}
      <Trans>It is shown only now. Whoever has it can do what its scopes allow, from its addresses.</Trans>
    </>,
  );
  return (
    <Page title={<Trans>Service keys</Trans>} aside={<HelpLink page="service-api" />} query={keys}>
      {(found) => (
        <div className="outside panels">
          {shown}
          <KeyTable keys={found.keys} />
          <Proposals changes={changesOn('/keys', changes?.changes ?? [])} onSecret={show} />
          {found.keys.length === 0 ? null : <KeyCalls keys={found.keys} />}
          <div className="outside-forms">
            <ForRoles roles={['administrator']} title={<Trans>Open or change a key</Trans>}>
              <KeyForm keys={found.keys} />
            </ForRoles>
          </div>
        </div>
      )}
    </Page>
  );
}

type Key = KeysView['keys'][number];

function KeyTable({ keys }: KeysView) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<Key>[] = [
    {
      id: 'key',
      name: t`Key`,
      fixed: true,
      sortBy: ({ name }) => name,
      cell: ({ name, scopes }) => (
        <>
          <strong>{name}</strong>
          <p className="ink-2">{scopes.map((scope) => i18n._(scopeTexts[scope])).join(', ')}</p>
        </>
      ),
    },
    {
      id: 'from',
      name: t`May be used from`,
      fixed: true,
      cell: ({ addresses }) => (
        <span className="mono outside-break" dir="ltr">
          {addresses.join(', ')}
        </span>
      ),
    },
    {
      id: 'calls',
      name: t`Calls`,
      fixed: true,
      sortBy: ({ lastUsed }) => lastUsed?.at ?? null,
      cell: (key) => <Use found={key} />,
    },
    {
      id: 'status',
      name: t`Status`,
      fixed: true,
      sortBy: ({ expiresAt }) => expiresAt,
      cell: (key) => <State found={key} />,
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ id, name, state }) =>
        state === 'revoked' ? null : (
          <Propose label={t`Propose to revoke`} danger content={{ kind: 'key-revoke', keyId: id, name }} />
        ),
    },
  ];
  return (
    <GivenTable
      name="keys"
      title={null}
      label={t`Service keys`}
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>
            No other system can read anything yet. Propose a key below; a second administrator opens it and gets its
            secret for the other system.
          </Trans>
        </p>
      }
    />
  );
}

function Use({ found: { lastUsed, answered, refused } }: { found: Key }) {
  if (lastUsed === null && refused === 0) {
    return (
      <p className="ink-2">
        <Trans>Never used</Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>{answered} answered today and yesterday</Trans>
      </p>
      {refused === 0 ? null : (
        <p className="danger">
          <Trans>{refused} refused</Trans>
        </p>
      )}
      {lastUsed === null ? null : (
        <p className="ink-2">
          <Trans>
            Last at {formatTime(lastUsed.at)} from <bdi dir="ltr">{lastUsed.address}</bdi>
          </Trans>
        </p>
      )}
    </>
  );
}

function State({ found: { state, expiresAt, revokedAt } }: { found: Key }) {
  const { t } = useLingui();
  return (
    <>
      {state === 'active' ? (
        <Chip kind="positive">{t`Active`}</Chip>
      ) : (
        <Chip kind="neutral">{state === 'expired' ? t`Expired` : t`Revoked`}</Chip>
      )}
      <p className="ink-2">
        {revokedAt === null ? (
          <Trans>Until {formatTime(expiresAt)}</Trans>
        ) : (
          <Trans>Since {formatTime(revokedAt)}</Trans>
        )}
      </p>
    </>
  );
}
