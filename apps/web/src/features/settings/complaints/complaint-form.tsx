import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Form } from '@tern/ui/form';
import { TextArea } from '@tern/ui/text-area';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { createRequestKey } from '../../../shared/request-key.ts';
import { readText } from '../../../shared/kept-fields.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { complaintsQuery } from './complaint-query.ts';

const subjectMax = 120;
const textMax = 4_000;
const nothing = { subject: '', text: '' };

/** What a complaint needs: what it is about, and what happened. */
export function ComplaintForm({ recordId }: { recordId: string | null }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [key, setKey] = useState(createRequestKey);
  const sending = useMutation({
    mutationFn: (draft: typeof nothing) => api.complaints.fileComplaint({ key, ...draft, recordId }),
    onSuccess: () => {
      form.fill(nothing);
      setKey(createRequestKey());
      showToast(t`Complaint filed`);
      return queries.invalidateQueries({ queryKey: complaintsQuery.queryKey });
    },
  });
  const form = useKeptForm({
    keep: { form: 'complaint', fields: { subject: readText, text: readText } },
    start: nothing,
    fields: (problem) => (problem.code === 'COMPLAINT_INVALID' ? problem.data.field : undefined),
    sending,
    submit: sending.mutate,
  });
  const { subject, text } = form.draft;
  const { answerDays } = installation.support;
  return (
    <Form
      form={form}
      className="stack gap-3 support-part"
      action={<Trans>File complaint</Trans>}
      disabled={subject.trim() === '' || text.trim() === ''}
    >
      <p className="ink-2">
        <Trans>We answer within {answerDays} days, here and with a message. Don’t write passwords or codes.</Trans>
      </p>
      <TextField label={t`Subject`} maxLength={subjectMax} {...form.text('subject')} />
      <TextArea label={t`What happened`} rows={6} maxLength={textMax} {...form.text('text')} />
      {recordId === null ? null : (
        <p className="caption">
          <Trans>The record you came from is attached.</Trans>
        </p>
      )}
    </Form>
  );
}
