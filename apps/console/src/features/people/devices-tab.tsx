import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonDevicesView } from '@tern/contracts/routes/console-person-tabs';
import { Chip } from '@tern/ui/chip';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { formatTime } from '../../shared/format-time.ts';

type Session = PersonDevicesView['sessions'][number];
type Passkey = PersonDevicesView['passkeys'][number];

/** Where a person is signed in, or was, and the passkeys that they sign in with. */
export function DevicesTab({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['person', person.id, 'devices'],
    queryFn: () => api.people.devices({ id: person.id }),
  });
  return (
    <>
      <h2>
        <Trans>Sessions</Trans>
      </h2>
      <DataTable
        name="person-sessions"
        label={t`Sessions`}
        columns={useSessionColumns()}
        query={{ ...query, data: query.data?.sessions }}
        keyOf={({ id }) => id}
        empty={<Trans>Logins of the person will appear here.</Trans>}
      />
      <p className="ink-2">
        <Trans>
          The network is the first half of the address, which is enough to tell one place from another. The whole
          address is in the copy of their data that the person can download.
        </Trans>
      </p>
      <h2>
        <Trans>Passkeys</Trans>
      </h2>
      <DataTable
        name="person-passkeys"
        label={t`Passkeys`}
        columns={usePasskeyColumns()}
        query={{ ...query, data: query.data?.passkeys }}
        keyOf={({ id }) => id}
        empty={<Trans>The person has no passkey.</Trans>}
      />
    </>
  );
}

function useSessionColumns(): readonly DataColumn<Session>[] {
  const { t } = useLingui();
  return useMemo(
    (): readonly DataColumn<Session>[] => [
      { id: 'device', name: t`Device`, fixed: true, sortBy: ({ device }) => device, cell: ({ device }) => device },
      {
        id: 'place',
        name: t`Network`,
        fixed: true,
        sortBy: ({ place }) => place,
        cell: ({ place }) => (
          <bdi dir="ltr" className="mono">
            {place}
          </bdi>
        ),
      },
      { id: 'since', name: t`Since`, sortBy: ({ since }) => since, cell: ({ since }) => formatTime(since) },
      { id: 'seen', name: t`Last seen`, sortBy: ({ seenAt }) => seenAt, cell: ({ seenAt }) => formatTime(seenAt) },
      { id: 'push', name: t`Push`, cell: ({ hasPush }) => (hasPush ? t`on` : t`off`) },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: ({ endedAt }) =>
          endedAt === null ? (
            <Chip kind="positive">{t`Open`}</Chip>
          ) : (
            <span className="ink-2">
              <Trans>ended {formatTime(endedAt)}</Trans>
            </span>
          ),
      },
    ],
    [t],
  );
}

function usePasskeyColumns(): readonly DataColumn<Passkey>[] {
  const { t } = useLingui();
  return useMemo(
    (): readonly DataColumn<Passkey>[] => [
      { id: 'name', name: t`Name`, fixed: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
      {
        id: 'synced',
        name: t`Kept`,
        fixed: true,
        cell: ({ synced }) => (synced ? t`in an account of its maker` : t`on one device`),
      },
      {
        id: 'added',
        name: t`Added`,
        fixed: true,
        sortBy: ({ addedAt }) => addedAt,
        cell: ({ addedAt }) => formatTime(addedAt),
      },
      {
        id: 'used',
        name: t`Last used`,
        fixed: true,
        sortBy: ({ usedAt }) => usedAt,
        cell: ({ usedAt }) => (usedAt === null ? t`never` : formatTime(usedAt)),
      },
    ],
    [t],
  );
}
