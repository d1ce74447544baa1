import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { WaitingEntryView } from '@tern/contracts/routes/console-entries';
import { Chip } from '@tern/ui/chip';
import { classNames } from '@tern/ui/class-names';
import { Link, useNavigate, useParams } from 'react-router';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { readNextPage } from '../../shared/data-table/read-next-page.ts';
import { formatTime } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { QueueRows } from '../../shared/queue-rows.tsx';
import { useKeys } from '../../shared/use-keys.ts';
import { entriesQuery } from '../../shared/work-queries.ts';
import { EntryCase } from './entry-case.tsx';
import './entries.css';

/** Entries of activities that wait, the most urgent first, beside the one that is open. */
export function EntriesPage() {
  const { t } = useLingui();
  const { id } = useParams();
  const navigate = useNavigate();
  const query = useInfiniteQuery(entriesQuery);
  const { data } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const at = entries.findIndex((entry) => entry.id === id);
  const go = (to: number) => {
    const next = entries[to];
    if (next !== undefined) void navigate(`/entries/${next.id}`);
    else if (to > 0) readNextPage(query);
  };
  useKeys({ j: () => go(at + 1), k: () => go(at - 1) });
  return (
    <>
      <section className={classNames('queue', id !== undefined && 'queue-behind')} aria-label={t`Entries`}>
        <div className="queue-head">
          <h1>
            <Trans>Entries</Trans>
          </h1>
          <span className="cluster ink-2">
            <Trans>most urgent first</Trans>
            <HelpLink page="activities" />
          </span>
        </div>
        <QueueRows query={query}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} isOpen={entry.id === id} />
          ))}
        </QueueRows>
        <MoreRows query={query}>
          <Trans>More entries</Trans>
        </MoreRows>
        {data !== undefined && entries.length === 0 ? (
          <p className="queue-empty ink-2">
            <Trans>No entry waits. What people hand in for an activity appears here until a reviewer decides.</Trans>
          </p>
        ) : null}
      </section>
      {id === undefined ? (
        <main className="case case-none ink-2">
          <p>
            <Trans>Choose an entry, or press J and K to go through them.</Trans>
          </p>
        </main>
      ) : (
        <EntryCase key={id} id={id} onDecided={() => go(at + 1)} />
      )}
    </>
  );
}

function Row({ entry, isOpen }: { entry: WaitingEntryView; isOpen: boolean }) {
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <Link to={`/entries/${entry.id}`} className="queue-row entry-row">
        <span className="queue-amount clip">{entry.activityTitle}</span>
        {entry.late ? (
          <Chip kind="failed">
            <Trans>late</Trans>
          </Chip>
        ) : (
          <span />
        )}
        <span className="ink-2 clip">
          <bdi dir="ltr">{entry.externalId}</bdi>
        </span>{' '}
        <span className="ink-2 entry-due">{formatTime(entry.dueAt)}</span>
      </Link>
    </li>
  );
}
