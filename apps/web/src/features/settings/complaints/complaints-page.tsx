import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComplaintView } from '@tern/contracts/routes/complaints';
import { Chip } from '@tern/ui/chip';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { CheckIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime, formatDayAndYear } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { ComplaintForm } from './complaint-form.tsx';
import { complaintsQuery } from './complaint-query.ts';
import '../shared/support-page.css';

/** File a complaint, and see what became of those filed before. */
function ComplaintsPage() {
  const { t } = useLingui();
  const { record } = useSearch({ record: uuid });
  const own = useQuery(complaintsQuery);
  return (
    <Page bar={<AppBar title={t`Complaints`} back={<BackButton fallback={paths.support} />} />}>
      <ComplaintForm recordId={record ?? null} />
      <section className="stack gap-3 support-part" aria-labelledby="complaints-own">
        <h2 className="title-3" id="complaints-own">
          <Trans>Your complaints</Trans>
        </h2>
        <Loaded query={own} loading={<SkeletonRows count={2} />} failed={<Trans>Couldn’t load your complaints.</Trans>}>
          {({ complaints }) =>
            complaints.length === 0 ? (
              <Empty
                title={<Trans>No complaints</Trans>}
                note={<Trans>What you file appears here, with our answer.</Trans>}
              />
            ) : (
              complaints.map((complaint) => <Complaint key={complaint.id} complaint={complaint} />)
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}

function Complaint({ complaint }: { complaint: ComplaintView }) {
  const { subject, text, recordId, answer } = complaint;
  const filed = formatDateTime(complaint.filedAt);
  const due = formatDayAndYear(complaint.dueAt);
  return (
    <article className="support-complaint">
      <p>
        {answer === null ? (
          <Chip kind="waiting" icon={<HourglassIcon size="xs" />}>
            <Trans>Received</Trans>
          </Chip>
        ) : (
          <Chip kind="done" icon={<CheckIcon size="xs" />}>
            <Trans>Answered</Trans>
          </Chip>
        )}
      </p>
      <h3 className="body-strong">
        <bdi>{subject}</bdi>
      </h3>
      <p className="caption">
        {answer === null ? (
          <Trans>
            Filed {filed}. We answer by {due}.
          </Trans>
        ) : (
          <Trans>Filed {filed}</Trans>
        )}
      </p>
      <p className="ink-2 own-lines" dir="auto">
        {text}
      </p>
      {recordId === null ? null : (
        <Link className="link" to={`${paths.record}?${new URLSearchParams({ id: recordId })}`}>
          <Trans>View record</Trans>
        </Link>
      )}
      {answer === null ? null : <Answer answer={answer} />}
    </article>
  );
}

function Answer({ answer }: { answer: NonNullable<ComplaintView['answer']> }) {
  const at = formatDateTime(answer.at);
  return (
    <div className="stack gap-1 support-answer">
      <p className="label">
        <Trans>Our answer of {at}</Trans>
      </p>
      <p className="own-lines" dir="auto">
        {answer.text}
      </p>
    </div>
  );
}

export { ComplaintsPage as Component };
