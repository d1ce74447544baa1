import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Flow } from '@tern/contracts/routes/console-flows';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
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
        <section className="panel">
          <table>
            <thead>
              <tr>
                <th>
                  <Trans>Flow</Trans>
                </th>
                <th>
                  <Trans>Status</Trans>
                </th>
                <th>
                  <Trans>Action</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.flows.map((each) => (
                <FlowRow key={each.flow} each={each} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Page>
  );
}

function FlowRow({ each: { flow, stopped, closedByInvariants } }: { each: FlowView }) {
  const { i18n, t } = useLingui();
  const to = stopped === null ? 'stopped' : 'running';
  return (
    <tr>
      <td>
        <strong>{i18n._(flowNames[flow])}</strong>
        <p className="ink-2">{i18n._(effects[flow])}</p>
      </td>
      <td>
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
      </td>
      <td>
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
      </td>
    </tr>
  );
}
