import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { TimeField } from '../../shared/time-field.tsx';
import { useProblemForm } from '../../shared/use-problem-form.ts';
import { emptyTexts, termsOf, type Draft, type LocalDraft } from './draft.ts';
import { SampleField } from './sample-field.tsx';

const languages =
  'en zh-Hans zh-Hant ja ko vi th id ms fil km lo my hi bn ur ta ne si fa ar he tr ru uk kk uz az pl cs ro el de fr it es pt-BR nl sw'.split(
    ' ',
  );

/** Everything about a draft that an operator decides, saved as a whole. */
export function ActivityForm({ id, start }: { id: string | null; start: Draft }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [language, setLanguage] = useState('en');
  const may = role === 'treasurer' || role === 'administrator';
  const sending = useMutation({
    mutationFn: (draft: Draft) => api.activities.saveDraft({ id, terms: termsOf(draft) }),
    onSuccess: async (saved) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['activities'] }),
        queries.invalidateQueries({ queryKey: ['activity', saved.id] }),
      ]);
      await navigate(`/activities/${saved.id}`, { replace: true });
    },
  });
  const form = useProblemForm({ start, sending, submit: sending.mutate });
  const { draft, change } = form;
  return (
    <form id={form.id} className="panel form" onSubmit={form.submit}>
      <Terms draft={draft} onChange={change} />
      <label className="form-check">
        <input
          type="checkbox"
          checked={draft.affiliated}
          onChange={({ target }) => change({ affiliated: target.checked })}
        />
        <span>{t`We are affiliated with the other service`}</span>
      </label>
      <SampleField name={draft.sampleName} onChange={(sampleName) => change({ sampleName })} />
      <Texts language={language} onLanguage={setLanguage} texts={draft.texts} onChange={(texts) => change({ texts })} />
      <div className="cluster">
        <Button type="submit" disabled={!may} busy={form.busy}>
          {id === null ? <Trans>Save the draft</Trans> : <Trans>Save the changes</Trans>}
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

/** What is given, how often, and when. */
function Terms({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const symbol = assets.find((asset) => asset.id === 'reward')?.symbol ?? '';
  return (
    <>
      <div className="form-row">
        <Line
          label={t`Other service`}
          value={draft.platform}
          maxLength={60}
          onChange={(platform) => onChange({ platform })}
        />
        <Line label={t`Reward in ${symbol}`} value={draft.reward} onChange={(reward) => onChange({ reward })} />
        <Line label={t`Places`} type="number" value={draft.places} onChange={(places) => onChange({ places })} />
      </div>
      <div className="form-row">
        <TimeField
          label={t`Opens (UTC)`}
          time
          required
          value={draft.opensAt}
          onChange={(opensAt) => onChange({ opensAt })}
        />
        <TimeField
          label={t`Closes (UTC)`}
          time
          required
          value={draft.closesAt}
          onChange={(closesAt) => onChange({ closesAt })}
        />
        <Line
          label={t`Answer within hours`}
          type="number"
          value={draft.reviewHours}
          onChange={(reviewHours) => onChange({ reviewHours })}
        />
        <Line
          label={t`Pictures deleted after days`}
          type="number"
          value={draft.pictureDays}
          onChange={(pictureDays) => onChange({ pictureDays })}
        />
      </div>
    </>
  );
}

/** The texts of one language at a time; English is always among them. */
function Texts(props: {
  language: string;
  onLanguage: (language: string) => void;
  texts: Draft['texts'];
  onChange: (texts: Draft['texts']) => void;
}) {
  const { t, i18n } = useLingui();
  const { language, texts } = props;
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  const shown = texts[language] ?? emptyTexts;
  const set = (change: Partial<LocalDraft>) => {
    const next = { ...shown, ...change };
    const { [language]: _, ...others } = texts;
    // A language nobody has written in is not sent.
    const isEmpty = language !== 'en' && Object.values(next).every((text) => text.trim() === '');
    props.onChange(isEmpty ? others : { ...texts, [language]: next });
  };
  return (
    <fieldset className="form-texts">
      <legend>
        <Trans>Texts</Trans>
      </legend>
      <label className="form-field">
        <span>{t`Language`}</span>
        <select value={language} onChange={({ target }) => props.onLanguage(target.value)}>
          {languages.map((each) => (
            <option key={each} value={each}>
              {texts[each] === undefined ? names.of(each) : t`${names.of(each)}, written`}
            </option>
          ))}
        </select>
      </label>
      <Line label={t`Title`} value={shown.title} maxLength={80} onChange={(title) => set({ title })} />
      <Line
        label={t`Sentence on the card`}
        value={shown.summary}
        maxLength={160}
        onChange={(summary) => set({ summary })}
      />
      <Line label={t`What it is for`} value={shown.purpose} maxLength={500} onChange={(purpose) => set({ purpose })} />
      <label className="form-field">
        <span>{t`What the picture has to show, one in each line`}</span>
        <textarea
          className="input"
          rows={4}
          value={shown.criteria}
          onChange={({ target }) => set({ criteria: target.value })}
        />
      </label>
    </fieldset>
  );
}

function Line(props: {
  label: ReactNode;
  type?: 'text' | 'number';
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
}) {
  return (
    <label className="form-field">
      <span>{props.label}</span>
      <input
        className="input"
        type={props.type ?? 'text'}
        value={props.value}
        maxLength={props.maxLength}
        required
        onChange={({ target }) => props.onChange(target.value)}
      />
    </label>
  );
}
