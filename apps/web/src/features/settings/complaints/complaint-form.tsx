import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { TextArea } from '@tern/ui/text-area';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { createRequestKey } from '../../../shared/request-key.ts';
import { complaintsQuery } from './complaint-query.ts';

const subjectMax = 120;
const textMax = 4_000;

/** What a complaint needs: what it is about, and what happened. */
export function ComplaintForm({ recordId }: { recordId: string | null }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [key, setKey] = useState(createRequestKey);
  const filing = useMutation({
    mutationFn: () => api.complaints.fileComplaint({ key, subject, text, recordId }),
    onSuccess: () => {
      setSubject('');
      setText('');
      setKey(createRequestKey());
      showToast(t`Complaint filed`);
      return queries.invalidateQueries({ queryKey: complaintsQuery.queryKey });
    },
  });
  const problem = filing.error ? readProblem(filing.error) : undefined;
  const fault = problem?.code === 'COMPLAINT_INVALID' ? problem : undefined;
  const faultOf = (field: 'subject' | 'text') => (fault?.data.field === field ? problemText(fault) : undefined);
  const { answerDays } = installation.support;
  return (
    <form
      className="support-part"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        filing.mutate();
      }}
    >
      <p className="ink-2">
        <Trans>We answer within {answerDays} days, here and with a message. Don’t write passwords or codes.</Trans>
      </p>
      <TextField
        label={t`Subject`}
        value={subject}
        maxLength={subjectMax}
        error={faultOf('subject')}
        onChange={({ target }) => setSubject(target.value)}
      />
      <TextArea
        label={t`What happened`}
        value={text}
        rows={6}
        maxLength={textMax}
        error={faultOf('text')}
        onChange={({ target }) => setText(target.value)}
      />
      {recordId === null ? null : (
        <p className="caption">
          <Trans>The record you came from is attached.</Trans>
        </p>
      )}
      {problem !== undefined && fault === undefined ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={filing.isPending} disabled={subject.trim() === '' || text.trim() === ''}>
        <Trans>File complaint</Trans>
      </Button>
    </form>
  );
}
