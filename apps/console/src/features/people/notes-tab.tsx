import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { ErrorState } from '@tern/ui/error-state';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { TablePanel } from '../../shared/table-panel.tsx';
import { AddNote } from './add-note.tsx';

/** What operators noted about a person for each other, and everything else that they did about them. */
export function NotesTab({ person }: { person: PersonView }) {
  const { i18n } = useLingui();
  return (
    <>
      <Notes id={person.id} />
      <TablePanel title={<Trans>What operators did</Trans>}>
        {person.actions
          .filter(({ kind }) => kind !== 'person-noted')
          .map((action) => (
            <tr key={action.seq}>
              <td>{formatTime(action.at)}</td>
              <td>{action.operator}</td>
              <td>{i18n._(nameOf('operatorActions', action.kind))}</td>
              <td>{action.text}</td>
            </tr>
          ))}
      </TablePanel>
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
