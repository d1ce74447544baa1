import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OperatorsView } from '@tern/contracts/routes/console-operators';
import { Alert } from '@tern/ui/notice';
import { Chip } from '@tern/ui/chip';
import { useState } from 'react';
import { formatTime } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { operatorsQuery } from '../../shared/operators-queries.ts';
import { Page } from '../../shared/page.tsx';
import { RoleName } from '../../shared/role-name.tsx';
import { BreakGlassPanel } from './break-glass-panel.tsx';
import { History } from './history.tsx';
import { InvitationHalf, type Half } from './invitation-half.tsx';
import { ProposeChange } from './propose-change.tsx';
import { WaitingChanges } from './waiting-changes.tsx';
import './operators.css';

/** Who the operators are. One administrator proposes a change, another approves it; nobody decides about themselves. */
export function OperatorsPage() {
  const operators = useQuery(operatorsQuery);
  // Each is shown once: none goes before somebody says that it was passed on.
  const [halves, setHalves] = useState<readonly Half[]>([]);
  const keep = (half: Half) => setHalves((kept) => [...kept, half]);
  return (
    <Page title={<Trans>Operators</Trans>} query={operators}>
      {(found) => (
        <>
          {halves.map((half) => (
            <InvitationHalf
              key={`${half.kind} ${half.value}`}
              half={half}
              onClose={() => setHalves((kept) => kept.filter((each) => each !== half))}
            />
          ))}
          <div className="operators">
            <div className="panels">
              <TooFew operators={found.operators} />
              <WaitingChanges changes={found.changes} onHalf={keep} />
              <OperatorTable operators={found.operators} />
              <BreakGlassPanel custodians={found.custodians} requests={found.breakGlass} />
            </div>
            <div className="panels">
              <ProposeChange operators={found.operators} onHalf={keep} />
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

function OperatorTable({ operators }: Pick<OperatorsView, 'operators'>) {
  const { t } = useLingui();
  const own = useOperator().name;
  return (
    <section className="panel">
      <table>
        <thead>
          <tr>
            <th>
              <Trans>Operator</Trans>
            </th>
            <th>
              <Trans>Role</Trans>
            </th>
            <th>
              <Trans>Passkeys</Trans>
            </th>
            <th>
              <Trans>Last seen</Trans>
            </th>
            <th>
              <Trans>Status</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {operators.map(({ name, role, passkeys, lastSeenAt, disabledAt, invitedUntil }) => (
            <tr key={name} className={name === own ? 'is-own' : disabledAt === null ? undefined : 'is-out'}>
              <td>
                <strong>{name}</strong>{' '}
                {name === own ? (
                  <span className="ink-2">
                    <Trans>you</Trans>
                  </span>
                ) : null}
              </td>
              <td>
                <RoleName role={role} />
              </td>
              <td>{passkeys === 0 ? t`none yet` : passkeys}</td>
              <td>{lastSeenAt === null ? t`never` : formatTime(lastSeenAt)}</td>
              <td>
                {disabledAt !== null ? (
                  <Chip kind="neutral">{t`Disabled`}</Chip>
                ) : passkeys > 0 ? (
                  <Chip kind="positive">{t`Active`}</Chip>
                ) : invitedUntil === null ? (
                  <Chip kind="failed">{t`Invitation expired`}</Chip>
                ) : (
                  <>
                    <Chip kind="waiting">{t`Invited`}</Chip>
                    <p className="ink-2">
                      <Trans>until {formatTime(invitedUntil)}</Trans>
                    </p>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
