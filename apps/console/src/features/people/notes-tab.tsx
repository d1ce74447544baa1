import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { ErrorState } from '@tern/ui/error-state';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { AddNote } from './add-note.tsx';

type Action = PersonView['actions'][number];

/** What operators noted about a person for each other, and everything else that they did about them. */
export function NotesTab({ person }: { person: PersonView }) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<Action>[] = [
    { id: 'at', name: t`Time`, fixed: true, sortBy: ({ seq }) => seq, cell: ({ at }) => formatTime(at) },
    { id: 'by', name: t`Operator`, fixed: true, sortBy: ({ operator }) => operator, cell: ({ operator }) => operator },
    {
      id: 'action',
      name: t`Action`,
      fixed: true,
      sortBy: ({ kind }) => i18n._(nameOf('operatorActions', kind)),
      cell: ({ kind }) => i18n._(nameOf('operatorActions', kind)),
    },
    { id: 'text', name: t`What they wrote`, fixed: true, whole: true, cell: ({ text }) => text },
  ];
  return (
    <>
      <Notes id={person.id} />
      <GivenTable
        name="person-actions"
        label={t`What operators did`}
        columns={columns}
        rows={person.actions.filter(({ kind }) => kind !== 'person-noted')}
        keyOf={({ seq }) => String(seq)}
        empty={
          <p className="ink-2">
            <Trans>
              No operator has done anything about this person. Each action will appear here with its reason.
            </Trans>
          </p>
        }
      />
    </>
  );
}

function Notes({ id }: { id: string }) {
  const notes = useInfiniteQuery({
    queryKey: ['person', id, 'notes'],
    queryFn: ({ pageParam }) => api.people.notes({ id, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const all = notes.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <section className="panel panels">
      <h2>
        <Trans>Notes</Trans>
      </h2>
      <p className="ink-2">
        <Trans>For other operators; the person does not see them. A note stays in the log and cannot be changed.</Trans>
      </p>
      <AddNote id={id} />
      {notes.isError && all.length === 0 ? (
        <ErrorState note={problemText(notes.error)} retrying={notes.isFetching} onRetry={() => void notes.refetch()} />
      ) : all.length === 0 && !notes.isPending ? (
        <p className="ink-2">
          <Trans>Nobody has written a note yet.</Trans>
        </p>
      ) : (
        <ol className="people-notes">
          {all.map(({ seq, operator, at, text }) => (
            <li key={seq}>
              <p>{text}</p>
              <p className="ink-2">
                {operator}
                {' · '}
                {formatTime(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <MoreRows query={notes}>
        <Trans>Earlier notes</Trans>
      </MoreRows>
    </section>
  );
}
