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
import { useStateColumn } from '../../shared/use-state-column.tsx';
import { Notice } from './notice.tsx';

type Change = ChangesView['changes'][number];
type Proposal = Omit<Change, 'content'> & { readonly content: Extract<Change['content'], { kind: 'terms' }> };

/**
 * Fees and limits that one operator has proposed, for another to carry out, and those that were withdrawn. What was carried out is
 * a version, and stands among these.
 */
export function TermProposals({ found: { versions, server } }: { found: ConsoleTermsView }) {
  const { t } = useLingui();
  const { name } = useOperator();
  const { sayChange } = useTermTexts();
  const proposed = useProposedColumns<Proposal>(({ content }) => sayChange(content));
  const stateColumn = useStateColumn<Proposal>();
  const { data } = useQuery(changesQuery);
  const listed = (data?.changes ?? []).flatMap(({ content, ...change }) =>
    content.kind === 'terms' && change.state !== 'done' ? [{ ...change, content }] : [],
  );
  const [last] = versions;
  if (listed.length === 0 || last === undefined) return null;
  const mayCarryOut = ({ content, state, proposedBy }: Proposal): boolean =>
    state === 'proposed' && content.after === last.version && proposedBy !== name;
  const forMe = listed.filter(mayCarryOut);
  const columns: readonly DataColumn<Proposal>[] = [
    ...proposed,
    stateColumn,
    {
      id: 'notice',
      name: t`Notice`,
      fixed: true,
      whole: true,
      cell: ({ content, state }) =>
        state === 'proposed' && content.after === last.version ? (
          <Notice last={last} values={content.values} server={server} />
        ) : null,
    },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (proposal) =>
        proposal.state === 'proposed' ? (
          <InPlace place={placeAmong(forMe, proposal.id)}>
            <Decide proposal={proposal} last={last.version} />
          </InPlace>
        ) : null,
    },
  ];
  return (
    <GivenTable
      name="terms-proposed"
      label={t`Proposed and withdrawn`}
      columns={columns}
      rows={listed}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

/** `last` is the version that is decided last. */
function Decide({ proposal: { id, content, proposedBy }, last }: { proposal: Proposal; last: number }) {
  const { t } = useLingui();
  const { name } = useOperator();
  return (
    <SecondDecision
      carryOut={t`Carry out`}
      roles={['treasurer', 'administrator']}
      blocked={
        content.after !== last
          ? t`Another version was decided since: it has to be proposed anew.`
          : proposedBy === name
            ? t`You proposed it: another operator has to carry it out.`
            : undefined
      }
      ask={(decision) => api.changes.askChange({ id, decision })}
      take={(decision, proof) => api.changes.decideChange({ said: { id, decision }, proof })}
    />
  );
}
