import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonAnswersView, SupportTemplate } from '@tern/contracts/routes/console-person-tabs';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { KindField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { LoadedShape } from '../../shared/loaded-shape.tsx';
import { QuestionDialog } from '../../shared/question-dialog.tsx';
import { Refusal } from '../../shared/refusal.tsx';
import { SentMessages } from './sent-messages.tsx';
import { templateName, templateNames } from './template-names.ts';

/** What support answers this person, and what became of codes and notices. */
export function MessagesTab({ person }: { person: PersonView }) {
  const query = useQuery({
    queryKey: ['person', person.id, 'answers'],
    queryFn: () => api.people.answers({ id: person.id }),
  });
  return (
    <>
      <LoadedShape query={query} height="16rem">
        {(found) => (
          <>
            <Answer id={person.id} found={found} />
            <Sent sent={found.sent} />
          </>
        )}
      </LoadedShape>
      <SentMessages messages={person.sentMessages} />
    </>
  );
}

function Sent({ sent }: Pick<PersonAnswersView, 'sent'>) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<PersonAnswersView['sent'][number]>[] = [
    { id: 'at', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
    { id: 'by', name: t`Operator`, fixed: true, sortBy: ({ operator }) => operator, cell: ({ operator }) => operator },
    { id: 'answer', name: t`Answer`, fixed: true, cell: ({ template }) => i18n._(templateName(template)) },
  ];
  return (
    <GivenTable
      name="person-answers"
      label={t`Answers sent`}
      columns={columns}
      rows={sent}
      keyOf={({ id }) => String(id)}
      empty={
        <p className="ink-2">
          <Trans>Nobody has answered this person yet. What is sent above will appear here.</Trans>
        </p>
      }
    />
  );
}

/** An answer of the list, shown as this person reads it, and sent after one more look. */
function Answer({ id, found: { templates, personLanguage } }: { id: string; found: PersonAnswersView }) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const [template, setTemplate] = useState<SupportTemplate>('deposit-confirming');
  const [isAsked, setAsked] = useState(false);
  const sending = useMutation({
    mutationFn: () => api.people.sendAnswer({ id, template }),
    onSuccess: () => {
      setAsked(false);
      return queries.invalidateQueries({ queryKey: ['person', id] });
    },
  });
  const shown = templates.find((each) => each.template === template);
  if (shown === undefined) return null;
  const preview = (
    <blockquote className="people-answer" lang={shown.language}>
      <strong>{shown.title}</strong>
      <p>{shown.body}</p>
    </blockquote>
  );
  return (
    <section className="panel panels people-answers">
      <h2>
        <Trans>Answer the person</Trans>
      </h2>
      <KindField
        label={t`Answer`}
        labelled
        value={template}
        choices={templates.map((each) => [each.template, i18n._(templateNames[each.template])])}
        onChange={(chosen) => {
          setTemplate(chosen);
          sending.reset();
        }}
      />
      {preview}
      <p className="ink-2">
        <Trans>The person gets it as a message in the app; the log keeps that you sent it.</Trans>{' '}
        {personLanguage === null || personLanguage === shown.language ? null : (
          <Trans>It is not written in the person’s language ({personLanguage}) yet, so they read English.</Trans>
        )}
      </p>
      <div className="cluster wrap">
        <Button kind="quiet" onClick={() => setAsked(true)}>
          <Trans>Send this answer</Trans>
        </Button>
        {sending.isSuccess ? (
          <small role="status" className="ink-2">
            <Trans>Sent.</Trans>
          </small>
        ) : null}
      </div>
      {isAsked ? (
        <QuestionDialog
          title={<Trans>Send this answer to the person?</Trans>}
          busy={sending.isPending}
          onCancel={() => setAsked(false)}
          note={<Refusal error={sending.error} />}
          action={
            <Button kind="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
              <Trans>Send</Trans>
            </Button>
          }
        >
          {preview}
        </QuestionDialog>
      ) : null}
    </section>
  );
}
