import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { decidedShown } from '@tern/contracts/decided-shown';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { Link } from 'react-router';
import { api } from './api.ts';
import { changesQuery } from './changes-query.ts';
import type { DataColumn } from './data-table/data-column.ts';
import { GivenTable } from './data-table/given-table.tsx';
import { useOperator } from './operator.ts';
import { rolesFor } from './propose.tsx';
import { useSayChange } from './say-change.ts';
import { SecondDecision } from './second-decision.tsx';
import { InPlace, placeAmong } from './signing/waiting-place.tsx';
import { useProposedColumns } from './use-proposed-columns.tsx';
import { useStateColumn } from './use-state-column.tsx';

type Change = ChangesView['changes'][number];
type Secret = {
  /** Of a webhook or a key that got one by what was carried out; it is shown once. */
  readonly onSecret?: ((secret: string) => void) | undefined;
};

/**
 * Changes as they were proposed and decided; a second operator carries them out here. The server gives what was decided last about
 * all rooms together, so a room may have less of it than there was.
 */
export function Proposals({
  changes,
  onSecret,
  openOnly = false,
}: Pick<ChangesView, 'changes'> & Secret & { readonly openOnly?: boolean }) {
  const { t } = useLingui();
  const say = useSayChange();
  const state = useStateColumn<Change>();
  const proposed = useProposedColumns<Change>(({ content }) => say(content));
  const all = useQuery(changesQuery).data?.changes ?? [];
  const foot = openOnly ? null : <LastChanges decided={all.filter(({ state }) => state !== 'proposed').length} />;
  const { name } = useOperator();
  if (changes.length === 0) return foot;
  const forMe = changes.filter(({ state, proposedBy }) => state === 'proposed' && proposedBy !== name);
  const columns: readonly DataColumn<Change>[] = [
    ...proposed,
    state,
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: (change) =>
        change.state === 'proposed' ? (
          <InPlace place={placeAmong(forMe, change.id)}>
            <Decide change={change} onSecret={onSecret} />
          </InPlace>
        ) : null,
    },
  ];
  return (
    <GivenTable
      name="proposals"
      label={t`Proposed and decided`}
      columns={columns}
      rows={changes}
      foot={foot}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

function LastChanges({ decided }: { decided: number }) {
  if (decided < decidedShown) return null;
  return (
    <p className="ink-2">
      <Trans>
        Of what was decided, this page knows the last {decidedShown} changes of all pages. The{' '}
        <Link className="link" to="/log">
          audit log
        </Link>{' '}
        has all of them.
      </Trans>
    </p>
  );
}

function Decide({ change: { id, content, proposedBy }, onSecret }: { change: Change } & Secret) {
  const { t } = useLingui();
  const { name } = useOperator();
  return (
    <SecondDecision
      carryOut={t`Carry out`}
      roles={rolesFor(content)}
      blocked={proposedBy === name ? t`You proposed it: another operator has to carry it out.` : undefined}
      ask={(decision) => api.changes.askChange({ id, decision })}
      take={async (decision, proof) => {
        const { secret } = await api.changes.decideChange({ said: { id, decision }, proof });
        if (secret !== null) onSecret?.(secret);
      }}
    />
  );
}
