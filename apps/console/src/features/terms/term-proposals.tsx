import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { api } from '../../shared/api.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { useOperator } from '../../shared/operator.ts';
import { SecondDecision } from '../../shared/second-decision.tsx';
import { InPlace, placeAmong } from '../../shared/signing/waiting-place.tsx';
import { useTermTexts } from '../../shared/term-texts.ts';
import { useProposedColumns } from '../../shared/use-proposed-columns.tsx';
import { Notice } from './notice.tsx';

type Change = ChangesView['changes'][number];
type Proposal = Omit<Change, 'content' | 'state'> & { readonly content: Extract<Change['content'], { kind: 'terms' }> };

/** Fees and limits that one operator has proposed, for another to carry out. */
export function TermProposals({ found: { versions, server } }: { found: ConsoleTermsView }) {
  const { t } = useLingui();
  const { name } = useOperator();
  const { sayChange } = useTermTexts();
  const proposed = useProposedColumns<Proposal>(({ content }) => sayChange(content));
  const { data } = useQuery(changesQuery);
  const open = (data?.changes ?? []).flatMap(({ content, state, ...change }) =>
    content.kind === 'terms' && state === 'proposed' ? [{ ...change, content }] : [],
  );
  const [last] = versions;
  if (open.length === 0 || last === undefined) return null;
  const forMe = open.filter(({ content, proposedBy }) => content.after === last.version && proposedBy !== name);
  const columns: readonly DataColumn<(typeof open)[number]>[] = [
    ...proposed,
    {
      id: 'notice',
      name: t`Notice`,
      fixed: true,
      whole: true,
      cell: ({ content }) =>
        content.after === last.version ? <Notice last={last} values={content.values} server={server} /> : null,
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ id, content, proposedBy }) => (
        <InPlace place={placeAmong(forMe, id)}>
          <SecondDecision
            carryOut={t`Carry out`}
            roles={['treasurer', 'administrator']}
            blocked={
              content.after !== last.version
                ? t`Another version was decided since: it has to be proposed anew.`
                : proposedBy === name
                  ? t`You proposed it: another operator has to carry it out.`
                  : undefined
            }
            ask={(decision) => api.changes.askChange({ id, decision })}
            take={(decision, proof) => api.changes.decideChange({ said: { id, decision }, proof })}
          />
        </InPlace>
      ),
    },
  ];
  return (
    <GivenTable
      name="terms-proposed"
      label={t`Proposed`}
      columns={columns}
      rows={open}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}
