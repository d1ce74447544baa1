import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { ErrorState } from '@tern/ui/error-state';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatDay } from '../../shared/format.ts';
import { problemText } from '../../shared/problem-texts.ts';

/** People by number, address or exact contact; everything about them masked. */
export function PeoplePage() {
  const { t } = useLingui();
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
  const rows = people.data?.pages.flatMap((page) => page.people) ?? [];
  const label = t`Number, wallet address, or exact phone or e-mail`;
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>People</Trans>
        </h1>
      </header>
      <div className="page-body">
        <form
          className="cluster"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim();
            setParams(wanted === '' ? {} : { search: wanted });
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
        {people.isError && rows.length === 0 ? (
          <ErrorState
            note={problemText(people.error)}
            retrying={people.isFetching}
            onRetry={() => void people.refetch()}
          />
        ) : people.isSuccess && rows.length === 0 ? (
          <p className="ink-2">
            <Trans>Nobody was found.</Trans>
          </p>
        ) : (
          <section className="panel">
            <table>
              <thead>
                <tr>
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
                </tr>
              </thead>
              <tbody>
                {rows.map((person) => (
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
                    <td>{person.state}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {people.hasNextPage ? (
              <Button kind="quiet" busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
                <Trans>Earlier people</Trans>
              </Button>
            ) : null}
          </section>
        )}
      </div>
    </main>
  );
}
