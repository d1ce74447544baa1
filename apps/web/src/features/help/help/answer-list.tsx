import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Empty } from '@tern/ui/empty';
import { SearchIcon } from '@tern/ui/icons';
import { Row } from '@tern/ui/row';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { useChangeSearch } from '../../../shared/search-params.ts';
import { answerGroups } from './answer-groups.ts';
import type { Answer, AnswerId } from './answer.ts';
import type { HelpFacts } from './help-facts.ts';
import { searchAnswers } from './search-answers.ts';

type ListProps = { facts: HelpFacts; typed: string; opened: AnswerId | undefined };

/** All answers by subject, or those that have what was typed. */
export function AnswerList({ facts, typed: kept, opened }: ListProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState(kept);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened !== undefined) list.current?.querySelector<HTMLElement>(`[data-answer="${opened}"]`)?.focus();
  }, [opened]);
  const searchable = answerGroups.flatMap(({ answers }) =>
    answers.map((answer) => ({
      answer,
      title: i18n._(answer.title),
      words: i18n._(answer.words),
      body: answer
        .says(facts)
        .map((paragraph) => i18n._(paragraph))
        .join('\n'),
    })),
  );
  const found = searchAnswers(searchable, typed, i18n.locale).map(({ answer }) => answer);
  return (
    <>
      <HelpSearch typed={typed} onType={setTyped} />
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${found.length} found`}
      </p>
      {/* What is announced to readers stands above the list for everybody else. */}
      {typed === '' || found.length === 0 ? null : (
        <p className="caption" aria-hidden="true">
          {t`${found.length} found`}
        </p>
      )}
      <div className="stack gap-4" ref={list}>
        {typed === '' ? (
          answerGroups.map(({ title, answers }) => (
            <section key={title.id} className="stack gap-2">
              <h2 className="label">{i18n._(title)}</h2>
              <Answers answers={answers} typed={typed} />
            </section>
          ))
        ) : found.length > 0 ? (
          <Answers answers={found} typed={typed} />
        ) : (
          <NothingFound />
        )}
      </div>
    </>
  );
}

function Answers({ answers, typed }: { answers: readonly Answer[]; typed: string }) {
  const { i18n } = useLingui();
  return (
    <Card flush>
      {answers.map(({ id, title }) => (
        <Row
          key={id}
          as={Link}
          to={`${paths.help}?${new URLSearchParams({ ...(typed === '' ? {} : { q: typed }), answer: id })}`}
          data-answer={id}
          slim
          title={i18n._(title)}
          leads
        />
      ))}
    </Card>
  );
}

/** What was typed is kept in the address, so that going back from an answer finds it again. */
function HelpSearch({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const { t } = useLingui();
  const changeSearch = useChangeSearch();
  function type(text: string) {
    onType(text);
    changeSearch(() => (text === '' ? {} : { q: text }));
  }
  return (
    <TextField
      label={<span className="visually-hidden">{t`Search the answers`}</span>}
      type="search"
      autoComplete="off"
      maxLength={100}
      placeholder={t`Search`}
      value={typed}
      onChange={(event) => type(event.target.value)}
      prefix={
        <span className="control-glass">
          <SearchIcon size="s" />
        </span>
      }
    />
  );
}

function NothingFound() {
  return (
    <Empty
      title={<Trans>No results</Trans>}
      note={<Trans>Try another word, or write to us.</Trans>}
      action={
        <Button as={Link} to={paths.support} kind="quiet" small>
          <Trans>Contact support</Trans>
        </Button>
      }
    />
  );
}
