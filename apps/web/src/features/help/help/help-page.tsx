import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { RulesView } from '@tern/contracts/routes/installation';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { isOffered, useBonusOffer } from '../../../shared/offers/activation/use-bonus-offer.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { rulesQuery } from '../../../shared/inside/rules-query.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { oneOf, text, useSearch } from '../../../shared/search-params.ts';
import { answerGroups } from './answer-groups.ts';
import { answerIds, type AnswerId } from './answer.ts';
import { AnswerList } from './answer-list.tsx';
import { AnswerText } from './answer-text.tsx';
import { readHelpFacts } from './help-facts.ts';

const searchShape = { answer: oneOf(answerIds, undefined), q: text(100) };

/** Answers to what people ask, each at an address of its own, and a search over them. */
function HelpPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const query = useQuery(rulesQuery);
  const { answer } = useSearch(searchShape);
  return (
    <Page
      bar={<AppBar title={t`Help`} back={<BackButton fallback={answer === undefined ? paths.my : paths.help} />} />}
    >
      <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load the answers.</Trans>}>
        {(rules) => (
          <>
            <OutdatedNote query={query} />
            <Help rules={rules} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Help({ rules }: { rules: RulesView }) {
  const { answer, q } = useSearch(searchShape);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const shown = useBonusOffer(installation);
  const facts = readHelpFacts(installation, rules, { isBonusOffered: isOffered(shown) });
  // Whoever goes back from an answer is where they left the list.
  const [start] = useState(answer);
  const [opened, setOpened] = useState<AnswerId>();
  if (answer !== undefined && answer !== opened) setOpened(answer);
  const found = answerGroups.flatMap(({ answers }) => answers).find(({ id }) => id === answer);
  if (found === undefined) return <AnswerList facts={facts} typed={q ?? ''} opened={opened} />;
  return <AnswerText key={found.id} answer={found} facts={facts} takesFocus={answer !== start} />;
}

function askFirst(queries: QueryClient): void {
  void queries.prefetchQuery(rulesQuery);
}

export { askFirst, HelpPage as Component };
