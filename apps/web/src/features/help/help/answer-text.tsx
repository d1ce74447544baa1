import { useLingui } from '@lingui/react/macro';
import { Card } from '@tern/ui/card';
import { Row } from '@tern/ui/row';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import type { Answer } from './answer.ts';
import type { HelpFacts } from './help-facts.ts';

/** One answer, and where to go next. */
export function AnswerText(props: { answer: Answer; facts: HelpFacts; takesFocus: boolean }) {
  const { t, i18n } = useLingui();
  const { answer, facts, takesFocus } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where a page is opened at an answer, readers start at the heading of the page.
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <>
      <article className="stack gap-3">
        <h2 className="title-2" tabIndex={-1} ref={heading}>
          {i18n._(answer.title)}
        </h2>
        {answer.says(facts).map((paragraph) => (
          <p key={paragraph.id} className="ink-2">
            {i18n._(paragraph)}
          </p>
        ))}
      </article>
      <Card flush>
        {answer.leads.map(({ to, title }) => (
          <Row key={to} as={Link} to={to} slim title={i18n._(title)} leads />
        ))}
        <Row as={Link} to={paths.support} slim title={t`Contact support`} leads />
      </Card>
    </>
  );
}
