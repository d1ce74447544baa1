import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Flow } from '@tern/contracts/routes/console-flows';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';
import { SignedAction } from '../../shared/signed.tsx';
import { flowNames } from '../../shared/flow-names.ts';

const effects = {
  deposits: msg`Blocks are not booked; what arrives is credited when it runs again.`,
  withdrawals: msg`No new send is taken or signed; what the network has goes on.`,
  swaps: msg`No quote is given and none executed.`,
  rewards: msg`Bonuses and distributions wait; none is lost.`,
  logins: msg`Nobody logs in or registers; who is logged in stays logged in.`,
  connections: msg`Nobody connects a site, and no site reaches anybody; connections stay until they expire.`,
} as const satisfies Record<Flow, unknown>;

type FlowView = Awaited<ReturnType<typeof api.flows.listFlows>>['flows'][number];

/** One switch per flow, for incidents. */
export function FlowsPage() {
  const flows = useQuery({ queryKey: ['flows'], queryFn: () => api.flows.listFlows(), refetchInterval: 5_000 });
  return (
    <Page title={<Trans>Switches</Trans>} aside={<HelpLink page="console#switches" />} query={flows}>
      {(answer) => (
        <>
          <Flows flows={answer.flows} />
          <SignEverybodyOut />
        </>
      )}
    </Page>
  );
}

/** For when sessions may be in wrong hands and nobody knows whose: one administrator proposes it, another carries it out. */
function SignEverybodyOut() {
  const { t } = useLingui();
  const changes = useQuery(changesQuery).data?.changes ?? [];
  return (
    <>
      <section className="panel panels">
        <h2>
          <Trans>Everybody’s sessions</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            Ends every session of every person, on all devices, and their connections to sites. All log in again with
            all their factors. To keep people out until you know more, stop logins first.
          </Trans>
        </p>
        <Propose label={t`Propose to sign everybody out`} danger content={{ kind: 'sign-out-everybody' }} />
      </section>
      <Proposals changes={changesOn('/switches', changes)} />
    </>
  );
}

function Flows({ flows }: { flows: readonly FlowView[] }) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<FlowView>[] = [
    {
      id: 'flow',
      name: t`Flow`,
      fixed: true,
      whole: true,
      cell: ({ flow }) => (
        <>
          <strong>{i18n._(flowNames[flow])}</strong>
          <p className="ink-2">{i18n._(effects[flow])}</p>
        </>
      ),
    },
    { id: 'status', name: t`Status`, fixed: true, cell: (each) => <Status each={each} /> },
    { id: 'action', name: t`Action`, fixed: true, whole: true, cell: (each) => <Switch each={each} /> },
  ];
  return (
    <GivenTable
      name="flows"
      title={null}
      label={t`Switches`}
      columns={columns}
      rows={flows}
      keyOf={({ flow }) => flow}
      empty={null}
    />
  );
}

function Status({ each: { stopped, closedByInvariants } }: { each: FlowView }) {
  const { t } = useLingui();
  return (
    <>
      {closedByInvariants ? (
        <>
          <Chip kind="failed">{t`closed`}</Chip>
          <p className="ink-2">
            <Trans>The books contradict themselves. It runs again once they agree.</Trans>
          </p>
        </>
      ) : null}
      {stopped === null ? (
        closedByInvariants ? null : (
          <Chip kind="positive">{t`runs`}</Chip>
        )
      ) : (
        <>
          <Chip kind="failed">{t`stopped`}</Chip>
          <p className="ink-2">
            {stopped.by}, {formatTime(stopped.at)}: {stopped.reason}
          </p>
        </>
      )}
    </>
  );
}

function Switch({ each: { flow, stopped } }: { each: FlowView }) {
  const { t } = useLingui();
  const to = stopped === null ? 'stopped' : 'running';
  return (
    <SignedAction
      key={to}
      label={stopped === null ? t`Stop` : t`Let it run`}
      kind={stopped === null ? 'danger' : 'quiet'}
      roles={['administrator']}
      noteLabel={t`Why`}
      ask={(note) => api.flows.askSwitch({ flow, to, note })}
      take={async (note, _more, proof) => {
        await api.flows.switchFlow({ said: { flow, to, note }, proof });
        return 'done';
      }}
    />
  );
}
