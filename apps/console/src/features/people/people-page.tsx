import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatDay } from '../../shared/format.ts';
import { PagedTable } from '../../shared/paged-table.tsx';
import { accountState } from '../../shared/state-names.ts';
import { Undelivered } from './undelivered.tsx';

/** People by number, address or exact contact; everything about them masked. */
export function PeoplePage() {
  const { i18n } = useLingui();
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
      </header>
      <div className="page-body">
        <Search search={search} onSearch={(wanted) => setParams(wanted === '' ? {} : { search: wanted })} />
        <PagedTable
          query={people}
          itemsOf={(page) => page.people}
          empty={<Trans>Nobody was found.</Trans>}
          more={<Trans>Earlier people</Trans>}
          head={
            <>
              <th>
                <Trans>Number</Trans>
              </th>
              <th>
                <Trans>Contacts</Trans>
              </th>
              <th>
                <Trans>Since</Trans>
              </th>
              <th>
                <Trans>Status</Trans>
              </th>
            </>
          }
          rowOf={(person) => (
            <tr key={person.id}>
              <td>
                <Link className="link number" to={`/people/${person.id}`}>
                  {person.publicId}
                </Link>
              </td>
              <td>
                <bdi dir="ltr">{person.contacts.join(', ')}</bdi>
              </td>
              <td>{formatDay(person.since)}</td>
              <td className={person.onHold ? 'danger' : undefined}>
                {i18n._(accountState(person.onHold ? 'on-hold' : person.state))}
              </td>
            </tr>
          )}
        />
        {search === '' ? <Undelivered /> : null}
      </div>
    </main>
  );
}

/** What people are looked for by; it stands in the page's address. */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useLingui();
  const label = t`Number, wallet address, or exact phone or e-mail`;
  return (
    <form
      className="cluster"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
      }}
    >
      <input
        key={search}
        name="search"
        className="input grow"
        aria-label={label}
        placeholder={label}
        defaultValue={search}
      />
      <Button kind="quiet" type="submit">
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}
