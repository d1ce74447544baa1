import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { namedLocales } from '@tern/locales/all-locales';
import { Card } from '@tern/ui/card';
import { CheckIcon, SearchIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useState, type ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { chooseLanguage, readChosenLanguage } from '../../../shared/i18n.ts';
import { findOwnFormats } from '../../../shared/own-formats.ts';
import { paths } from '../../../shared/paths.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { findLocales } from './find-locales.ts';
import './language-page.css';

/** Follows the browser's language, or keeps one that is chosen here: on this device, and for mails where one is signed in. */
function LanguagePage() {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const [chosen, choosing] = useLanguageChoice();
  const found = findLocales(namedLocales, typed, i18n.locale);
  // A browser that does not know the language in use would name the others in English.
  const names = findOwnFormats() ? undefined : new Intl.DisplayNames(i18n.locale, { type: 'language' });
  return (
    <Page
      bar={
        <AppBar
          title={t`Language`}
          back={<BackButton fallback={hasSignedInBefore() ? paths.settings : paths.login} />}
        />
      }
    >
      <LanguageSearch value={typed} onType={setTyped} />
      {choosing.error ? (
        <Alert kind="danger" announce>
          <Trans>Saving failed. The language on this device may have changed already.</Trans>
        </Alert>
      ) : null}
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${found.length} found`}
      </p>
      <Card flush>
        <ul>
          {typed === '' ? (
            <li>
              <Choice
                title={<Trans>Automatic</Trans>}
                note={<Trans>Same as your browser</Trans>}
                chosen={chosen === undefined}
                onChoose={() => choosing.mutate(undefined)}
              />
            </li>
          ) : null}
          {found.map(({ id, ownName }) => (
            <li key={id} className="language-item">
              <Choice
                title={
                  <bdi lang={id} className="language-name">
                    {ownName}
                  </bdi>
                }
                note={names?.of(id) === ownName ? undefined : names?.of(id)}
                chosen={chosen === id}
                onChoose={() => choosing.mutate(id)}
              />
            </li>
          ))}
          {found.length === 0 ? (
            <li className="list-none">
              <Trans>No matching languages.</Trans>
            </li>
          ) : null}
        </ul>
      </Card>
    </Page>
  );
}

/** The language that is kept on this device, undefined for the browser's; and the way to another one. */
function useLanguageChoice() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(readChosenLanguage);
  const choosing = useMutation({
    mutationFn: async (id: string | undefined) => {
      const language = await chooseLanguage(id);
      setChosen(id);
      if (hasSignedInBefore()) await saveForMails(language);
    },
    onSuccess: () => showToast(t`Language changed`),
  });
  return [chosen, choosing] as const;
}

async function saveForMails(language: string) {
  try {
    await api.preferences.setPreferences({ language });
  } catch (error) {
    // Signed out by now: the language is this device's alone.
    if (readProblem(error).code !== 'LOGIN_EXPIRED') throw error;
  }
}

function LanguageSearch({ value, onType }: { value: string; onType: (typed: string) => void }) {
  const { t } = useLingui();
  return (
    <TextField
      label={<span className="visually-hidden">{t`Search languages`}</span>}
      type="search"
      autoComplete="off"
      placeholder={t`Search`}
      value={value}
      onChange={(event) => onType(event.target.value)}
      prefix={
        <span className="control-glass">
          <SearchIcon size="s" />
        </span>
      }
    />
  );
}

function Choice(props: { title: ReactNode; note: ReactNode; chosen: boolean; onChoose: () => void }) {
  return (
    <Row
      as="button"
      aria-pressed={props.chosen}
      title={props.title}
      note={props.note}
      end={props.chosen ? <CheckIcon size="s" /> : undefined}
      onClick={props.onChoose}
    />
  );
}

export { LanguagePage as Component };
