import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Propose } from '../../shared/propose.tsx';
import { useSayChange } from '../../shared/say-change.ts';

type Suggestion = ChangesView['suggestions'][number];

/** What other systems suggest: an operator proposes it as their own change, and another one carries that out. */
export function Suggestions({ suggestions }: Pick<ChangesView, 'suggestions'>) {
  const { t } = useLingui();
  const say = useSayChange();
  if (suggestions.length === 0) return null;
  const columns: readonly DataColumn<Suggestion>[] = [
    {
      id: 'change',
      name: t`Change`,
      fixed: true,
      whole: true,
      sortBy: ({ content }) => say(content),
      cell: ({ content, note }) => (
        <>
          <strong>{say(content)}</strong>
          <p className="ink-2">{note}</p>
        </>
      ),
    },
    {
      id: 'key',
      name: t`Suggested`,
      fixed: true,
      sortBy: ({ madeAt }) => madeAt,
      cell: ({ key, madeAt }) => (
        <>
          {key}
          <p className="ink-2">{formatTime(madeAt)}</p>
        </>
      ),
    },
    {
      id: 'until',
      name: t`Expires`,
      fixed: true,
      sortBy: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => formatTime(expiresAt),
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ id, content }) => <Propose label={t`Propose`} content={content} suggestionId={id} />,
    },
  ];
  return (
    <GivenTable
      name="suggestions"
      label={t`Suggested by other systems`}
      lead={
        <p className="ink-2">
          <Trans>
            Nothing changes until one operator proposes it and another carries it out. What nobody proposes expires.
          </Trans>
        </p>
      }
      columns={columns}
      rows={suggestions}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}
