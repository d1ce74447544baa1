import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OperatorRowView, OperatorsView } from '@tern/contracts/routes/console-operators';
import { Alert } from '@tern/ui/notice';
import { useMemo } from 'react';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { ForRoles } from '../../shared/for-roles.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { operatorsQuery } from '../../shared/operators-queries.ts';
import { Page } from '../../shared/page.tsx';
import { RoleName } from '../../shared/role-name.tsx';
import { useRoleNames } from '../../shared/role-names.ts';
import { BreakGlassPanel } from './break-glass-panel.tsx';
import { History } from './history.tsx';
import { Halves, useHalves } from './invitation-half.tsx';
import { KeyCount } from './operator-keys.tsx';
import { OperatorState } from './operator-state.tsx';
import { ProposeChange } from './propose-change.tsx';
import { Rights } from './rights.tsx';
import { WaitingChanges } from './waiting-changes.tsx';
import './operators.css';

/** Who the operators are. One administrator proposes a change, another approves it; nobody decides about themselves. */
export function OperatorsPage() {
  const operators = useQuery(operatorsQuery);
  const halves = useHalves();
  return (
    <Page title={<Trans>Operators</Trans>} aside={<HelpLink page="operators" />} query={operators}>
      {(found) => (
        <>
          <Halves {...halves} />
          <div className="operators">
            <div className="panels">
              <TooFew operators={found.operators} />
              <WaitingChanges changes={found.changes} onHalf={halves.keep} />
              <OperatorTable found={found} query={operators} />
              <Rights rights={found.rights} />
              <BreakGlassPanel custodians={found.custodians} requests={found.breakGlass} />
            </div>
            <div className="panels">
              <ForRoles roles={['administrator']} title={<Trans>Propose a change</Trans>}>
                <ProposeChange operators={found.operators} onHalf={halves.keep} />
              </ForRoles>
              <History changes={found.changes} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** With fewer than three administrators a lost key can only be replaced by break-glass. */
function TooFew({ operators }: Pick<OperatorsView, 'operators'>) {
  const administrators = operators.filter(
    ({ role, disabledAt, passkeys }) => role === 'administrator' && disabledAt === null && passkeys > 0,
  ).length;
  if (administrators >= 3) return null;
  return (
    <Alert kind="warning">
      {administrators < 2 ? (
        <Trans>
          Only one administrator is enrolled, so nothing can be approved here. Run “npm run operator -- invite-first” on
          the console’s machine to get the link for the second one.
        </Trans>
      ) : (
        <Trans>
          Only two administrators are enrolled. If one loses their passkey, break-glass is the only way to replace them.
          Invite a third.
        </Trans>
      )}
    </Alert>
  );
}

function OperatorTable(props: {
  found: OperatorsView;
  query: Pick<ReturnType<typeof useQuery>, 'error' | 'isFetching' | 'refetch'>;
}) {
  const { t } = useLingui();
  const { found, query } = props;
  return (
    <DataTable
      name="operators"
      label={t`Operators`}
      columns={useColumns(found)}
      query={{ ...query, data: found.operators }}
      keyOf={({ name }) => name}
      pathOf={({ name }) => `/operators/${name}`}
      empty={<Trans>Invited operators will appear here.</Trans>}
      filter={t`Name or role`}
    />
  );
}

function useColumns({ changes, breakGlass }: OperatorsView): readonly DataColumn<OperatorRowView>[] {
  const { t } = useLingui();
  const own = useOperator().name;
  const roleNames = useRoleNames();
  return useMemo(
    (): readonly DataColumn<OperatorRowView>[] => [
      {
        id: 'name',
        name: t`Operator`,
        fixed: true,
        opens: true,
        sortBy: ({ name }) => name,
        text: ({ name }) => name,
        cell: ({ name }) => (
          <>
            <strong>{name}</strong>
            {name === own ? (
              <span className="ink-2">
                {' '}
                <Trans>you</Trans>
              </span>
            ) : null}
          </>
        ),
      },
      {
        id: 'role',
        name: t`Role`,
        fixed: true,
        sortBy: ({ role }) => roleNames[role],
        text: ({ role }) => roleNames[role],
        cell: ({ role }) => (
          <span className="operators-role">
            <RoleName role={role} />
          </span>
        ),
      },
      {
        id: 'keys',
        name: t`Keys`,
        fixed: true,
        sortBy: ({ passkeys }) => passkeys,
        cell: ({ passkeys, disabledAt }) => <KeyCount passkeys={passkeys} isOut={disabledAt !== null} />,
      },
      {
        id: 'seen',
        name: t`Last seen`,
        fixed: true,
        sortBy: ({ lastSeenAt }) => lastSeenAt,
        cell: ({ lastSeenAt }) => (lastSeenAt === null ? t`never` : formatTime(lastSeenAt)),
      },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: (operator) => (
          <OperatorState
            operator={operator}
            proposal={changes.find(({ state, name }) => state === 'proposed' && name === operator.name)}
            breakGlass={breakGlass.find(({ name }) => name === operator.name)}
          />
        ),
      },
    ],
    [t, own, roleNames, changes, breakGlass],
  );
}
