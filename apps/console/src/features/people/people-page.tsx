import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PersonRowView } from '@tern/contracts/routes/console-people';
import { Empty } from '@tern/ui/empty';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { formatDay } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import { accountState } from '../../shared/state-names.ts';
import { Undelivered } from './undelivered.tsx';

/** People by number, username, address or exact contact; everything about them masked. */
export function PeoplePage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const people = useInfiniteQuery({
    queryKey: ['people', search],
    queryFn: ({ pageParam }) =>
      api.people.listPeople({
        ...(search === '' ? {} : { search }),
        ...(pageParam === undefined ? {} : { before: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>People</Trans>
        </h1>
        <HelpLink page="people" />
      </header>
      <div className="page-body">
        <DataTable
          name="people"
          label={t`People`}
          columns={useColumns()}
          query={pagedRows(people, (page) => page.people)}
          keyOf={({ id }) => id}
          pathOf={({ id }) => `/people/${id}`}
          tools={
            <SearchField
              label={t`Number, username, wallet address, or exact phone or e-mail`}
              search={search}
              onSearch={(wanted) => setParams(wanted === '' ? {} : { search: wanted })}
              onPerson={(id) => void navigate(`/people/${id}`)}
            />
          }
          empty={
            search === '' ? (
              <Empty title={t`No people`} note={t`Everybody who opens an account appears here.`} />
            ) : (
              <Empty
                title={t`Nobody was found`}
                note={t`Search for the whole of an account number, a username, an address of this wallet or an id. For a phone number write its country code: +49…`}
              />
            )
          }
          foot={
            <MoreRows query={people}>
              <Trans>Earlier people</Trans>
            </MoreRows>
          }
        />
        {search === '' ? <Undelivered /> : null}
      </div>
    </main>
  );
}

function useColumns(): readonly DataColumn<PersonRowView>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly DataColumn<PersonRowView>[] => [
      {
        id: 'number',
        name: t`Number`,
        fixed: true,
        opens: true,
        sortBy: ({ publicId }) => publicId,
        cell: ({ publicId }) => <span className="number">{publicId}</span>,
      },
      {
        id: 'contacts',
        name: t`Contacts`,
        cell: ({ contacts }) => (contacts.length === 0 ? '–' : <bdi dir="ltr">{contacts.join(', ')}</bdi>),
      },
      { id: 'since', name: t`Since`, sortBy: ({ since }) => since, cell: ({ since }) => formatDay(since) },
      {
        id: 'status',
        name: t`Status`,
        fixed: true,
        sortBy: ({ onHold, state }) => i18n._(accountState(onHold ? 'on-hold' : state)),
        cell: ({ onHold, state }) => (
          <span className={onHold ? 'danger' : undefined}>{i18n._(accountState(onHold ? 'on-hold' : state))}</span>
        ),
      },
    ],
    [t, i18n],
  );
}
