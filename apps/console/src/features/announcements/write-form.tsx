import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { LineField } from '../../shared/fields.tsx';
import { useOperator } from '../../shared/operator.ts';
import { readMoment } from '../../shared/read-time.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { TimeField } from '../../shared/time-field.tsx';
import { useProblemForm } from '../../shared/use-problem-form.ts';

type Text = { title: string; body: string };
type Draft = { texts: Readonly<Record<string, Text>>; numbers: string; sendAt: string };

const languages = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'de'];
const emptyText: Text = { title: '', body: '' };
const nothing = { texts: { en: emptyText }, numbers: '' };

/** What people shall be told, in several languages, to whom, and when; another operator releases it. */
export function WriteForm() {
  const { t } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const [language, setLanguage] = useState('en');
  const sending = useMutation({
    mutationFn: (draft: Draft) => api.announcements.write(toInput(draft)),
    onSuccess: () => {
      form.fill(nothing);
      return queries.invalidateQueries({ queryKey: ['announcements'] });
    },
  });
  const form = useProblemForm({
    start: (): Draft => ({ ...nothing, sendAt: '' }),
    sending,
    submit: sending.mutate,
  });
  const { texts } = form.draft;
  const may = role === 'reviewer' || role === 'administrator';
  return (
    <form id={form.id} className="panel announcement-form" onSubmit={form.submit}>
      <h2>
        <Trans>Write one</Trans>
      </h2>
      <div className="cluster wrap">
        <LanguageField language={language} onLanguage={setLanguage} />
        <TimeField
          label={t`When it is sent (UTC); empty for now`}
          time
          beside
          value={form.draft.sendAt}
          onChange={(sendAt) => form.change({ sendAt })}
        />
        <LineField label={t`Numbers of people; empty for everybody`} grow {...form.text('numbers')} />
      </div>
      <TextFields
        text={texts[language] ?? emptyText}
        onChange={(text) => form.change({ texts: { ...texts, [language]: text } })}
      />
      <div className="cluster">
        <Button
          kind="quiet"
          type="submit"
          disabled={!may || texts['en']?.title === '' || texts['en']?.body === ''}
          busy={form.busy}
        >
          <Trans>Hand it to another operator</Trans>
        </Button>
        {may ? null : (
          <small className="ink-2">
            <Trans>not for your role</Trans>
          </small>
        )}
        <Refusal error={sending.error} />
      </div>
    </form>
  );
}

function LanguageField(props: { language: string; onLanguage: (language: string) => void }) {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  return (
    <select
      aria-label={t`Language of the text`}
      value={props.language}
      onChange={({ target }) => props.onLanguage(target.value)}
    >
      {languages.map((each) => (
        <option key={each} value={each}>
          {names.of(each)}
        </option>
      ))}
    </select>
  );
}

function TextFields({ text, onChange }: { text: Text; onChange: (text: Text) => void }) {
  const { t } = useLingui();
  return (
    <>
      <LineField
        label={t`Title`}
        value={text.title}
        maxLength={80}
        onChange={({ target }) => onChange({ ...text, title: target.value })}
      />
      <textarea
        className="input"
        rows={4}
        aria-label={t`What people read`}
        placeholder={t`What people read`}
        value={text.body}
        maxLength={1000}
        onChange={({ target }) => onChange({ ...text, body: target.value })}
      />
    </>
  );
}

function toInput({ texts, numbers, sendAt }: Draft) {
  const publicIds = numbers.split(/[\s,;]+/).filter((each) => each !== '');
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([, { title, body }]) => title !== '' || body !== '')),
    publicIds: publicIds.length === 0 ? null : publicIds,
    sendAt: sendAt === '' ? new Date().toISOString() : (readMoment(sendAt) ?? sendAt),
  };
}
