import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorChangeInput, OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { useRoleNames } from '../../shared/role-names.ts';
import { SignedAction } from '../../shared/signed.tsx';
import type { Proof } from '../../shared/signing/confirm-decision.tsx';

/** What an administrator can propose about an operator; a second administrator approves it. */
export function ProposeAbout({ found }: { found: OperatorDetailView }) {
  const { t } = useLingui();
  const { name: own } = useOperator();
  const roleNames = useRoleNames();
  const { name, role, disabledAt, passkeys } = found;
  const blocked =
    name === own
      ? t`This is about you. Another administrator has to propose it.`
      : found.proposal !== null
        ? t`Something is proposed already. Approve or withdraw it first.`
        : undefined;
  const common = { roles: ['administrator'], blocked, noteLabel: t`Reason, for the other administrators` } as const;
  const propose = async (said: OperatorChangeInput, proof: Proof) => {
    await api.operators.propose({ said, proof });
    return 'second-operator-needed' as const;
  };
  const others = (Object.keys(roleNames) as OperatorRole[]).filter((each) => each !== role);
  return (
    <section className="panel panels">
      <h2>
        <Trans>Propose a change</Trans>
      </h2>
      {disabledAt === null ? (
        <>
          <SignedAction
            {...common}
            label={t`Propose another role`}
            more={{ label: t`New role`, choices: others.map((each) => ({ id: each, name: roleNames[each] })) }}
            ask={(note, more) => api.operators.askProposal({ kind: 'role', name, role: more as OperatorRole, note })}
            take={(note, more, proof) => propose({ kind: 'role', name, role: more as OperatorRole, note }, proof)}
          />
          <SignedAction
            {...common}
            label={t`Propose to disable ${name}`}
            kind="danger"
            ask={(note) => api.operators.askProposal({ kind: 'disable', name, note })}
            take={(note, _more, proof) => propose({ kind: 'disable', name, note }, proof)}
          />
          <p className="ink-2">
            <Trans>Disabling ends every session at once, and the keys no longer sign in.</Trans>
          </p>
        </>
      ) : (
        <SignedAction
          {...common}
          label={t`Propose to enable ${name} again`}
          blocked={blocked ?? (passkeys === 0 ? t`Without a key there is nobody to come back.` : undefined)}
          ask={(note) => api.operators.askProposal({ kind: 'enable', name, note })}
          take={(note, _more, proof) => propose({ kind: 'enable', name, note }, proof)}
        />
      )}
    </section>
  );
}
