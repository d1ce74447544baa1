import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleComplaintView } from '@tern/contracts/routes/console-complaints';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { Link } from 'react-router';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { LastDecided } from '../../shared/last-decided.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
import { Refusal } from '../../shared/refusal.tsx';
import { useProblemForm } from '../../shared/use-problem-form.ts';
import { complaintsQuery } from '../../shared/work-queries.ts';
import './complaints.css';

const answerLength = { min: 10, max: 4_000 };

/** What people complained of: first what waits for an answer, by the day it is due, then what was answered. */
export function ComplaintsPage() {
  const complaints = useInfiniteQuery(complaintsQuery);
  return (
    <Page
      title={<Trans>Complaints</Trans>}
      aside={<HelpLink page="complaints" />}
      query={pagedRows(complaints, (page) => page.complaints)}
    >
      {(all) =>
        all.length === 0 ? (
          <p className="panel ink-2">
            <Trans>
              No complaints. One that a person files appears here, with the time by which it has to be answered.
            </Trans>
          </p>
        ) : (
          <>
            {all
              .filter(({ answer }) => answer === null)
              .map((each) => (
                <Complaint key={each.id} each={each} />
              ))}
            <MoreRows query={complaints}>
              <Trans>More complaints</Trans>
            </MoreRows>
            {all
              .filter(({ answer }) => answer !== null)
              .map((each) => (
                <Complaint key={each.id} each={each} />
              ))}
            <LastDecided decided={all.filter(({ answer }) => answer !== null).length} />
          </>
        )
      }
    </Page>
  );
}

function Complaint({ each }: { each: ConsoleComplaintView }) {
  const { answer, recordId } = each;
  const filed = formatTime(each.filedAt);
  const due = formatTime(each.dueAt);
  return (
    <article className="panel complaint">
      <div className="cluster wrap">
        <Chip kind={answer !== null ? 'positive' : each.overdue ? 'failed' : 'waiting'}>
          {answer !== null ? <Trans>answered</Trans> : each.overdue ? <Trans>overdue</Trans> : <Trans>received</Trans>}
        </Chip>{' '}
        <Link className="link" to={`/people/${each.personId}`}>
          {each.publicId}
        </Link>{' '}
        <span className="ink-2">
          <Trans>
            filed {filed}, due {due}
          </Trans>
        </span>
      </div>
      <h2>
        <bdi>{each.subject}</bdi>
      </h2>
      <p className="complaint-words" dir="auto">
        {each.text}
      </p>
      {recordId === null ? null : (
        <p className="ink-2">
          <Link className="link" to={`/transactions/record/${recordId}`}>
            <Trans>Open the transaction</Trans>
          </Link>
        </p>
      )}
      {answer === null ? <Answer id={each.id} /> : <Answered answer={answer} />}
    </article>
  );
}

function Answered({ answer }: { answer: NonNullable<ConsoleComplaintView['answer']> }) {
  const at = formatTime(answer.at);
  const { by } = answer;
  return (
    <div className="complaint-answer">
      <p className="ink-2">
        <Trans>
          answered {at} by {by}
        </Trans>
      </p>
      <p className="complaint-words" dir="auto">
        {answer.text}
      </p>
    </div>
  );
}

function Answer({ id }: { id: string }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const sending = useMutation({
    mutationFn: ({ text }: { text: string }) => api.complaints.answer({ id, text }),
    onSettled: () => {
      setAsked(false);
      return queries.invalidateQueries({ queryKey: complaintsQuery.queryKey });
    },
  });
  const form = useProblemForm({ start: { text: '' }, sending, submit: () => setAsked(true) });
  const { value, onChange } = form.text('text');
  return (
    <form id={form.id} className="complaint-answer" onSubmit={form.submit}>
      <label className="complaint-field">
        <Trans>Answer with its reasons; the person reads it</Trans>
        <textarea className="input" rows={4} value={value} maxLength={answerLength.max} onChange={onChange} />
      </label>
      <div className="cluster">
        <Button kind="quiet" type="submit" disabled={value.trim().length < answerLength.min} busy={form.busy}>
          <Trans>Send answer</Trans>
        </Button>
        <Refusal error={sending.error} />
      </div>
      {isAsked ? (
        <Confirm
          title={<Trans>Send this answer?</Trans>}
          label={<Trans>Send the answer</Trans>}
          busy={sending.isPending}
          onConfirm={() => sending.mutate({ text: value.trim() })}
          onCancel={() => setAsked(false)}
        >
          <p className="complaint-words" dir="auto">
            {value.trim()}
          </p>
          <p className="check-warning">
            <Trans>The person reads exactly this. You cannot change it or send a second answer.</Trans>
          </p>
        </Confirm>
      ) : null}
    </form>
  );
}
