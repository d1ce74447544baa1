import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorChangeInput, OperatorsView } from '@tern/contracts/routes/console-operators';
import { useId, useState } from 'react';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { useRoleNames } from '../../shared/role-names.ts';
import { SignedAction } from '../../shared/signed.tsx';
import type { Half } from './invitation-half.tsx';

type Kind = OperatorChangeInput['kind'];

const namePattern = /^[a-z][a-z0-9._-]{1,31}$/;
const roles = ['viewer', 'reviewer', 'treasurer', 'administrator'] as const satisfies readonly OperatorRole[];

/** One administrator proposes here; another approves it. */
export function ProposeChange({
  operators,
  onHalf,
}: Pick<OperatorsView, 'operators'> & { readonly onHalf: (half: Half) => void }) {
  const { t } = useLingui();
  const { name: own } = useOperator();
  const roleNames = useRoleNames();
  const [kind, setKind] = useState<Kind>('invite');
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<OperatorRole>('reviewer');
  const hintId = useId();
  const kinds = {
    invite: t`Invite an operator`,
    role: t`Change a role`,
    disable: t`Disable an operator`,
    enable: t`Enable an operator again`,
  } satisfies Record<Kind, string>;
  const choices = operators.filter(
    ({ name, disabledAt }) => name !== own && (disabledAt === null) === (kind !== 'enable'),
  );
  const name = kind === 'invite' ? typed.trim() : (choices.find((each) => each.name === typed)?.name ?? '');
  const contentFor = (note: string): OperatorChangeInput =>
    kind === 'invite' || kind === 'role' ? { kind, name, role, note } : { kind, name, note };
  const blocked = namePattern.test(name)
    ? undefined
    : kind === 'invite'
      ? t`Enter a name first.`
      : t`Choose an operator first.`;
  return (
    <section className="panel operators-form">
      <h2>
        <Trans>Propose a change</Trans>
      </h2>
      <label>
        <Trans>Change</Trans>
        <select
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as Kind);
            setTyped('');
          }}
        >
          {Object.entries(kinds).map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {kind === 'invite' ? (
        <>
          <label>
            <Trans>Name</Trans>
            <input
              className="input"
              value={typed}
              maxLength={32}
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={hintId}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
          <small id={hintId} className="ink-2">
            <Trans>2 to 32 lower-case letters, digits, dots, hyphens or underscores, starting with a letter.</Trans>
          </small>
        </>
      ) : (
        <label>
          <Trans>Operator</Trans>
          <select value={name} onChange={({ target }) => setTyped(target.value)}>
            <option value="">{t`Choose an operator`}</option>
            {choices.map((each) => (
              <option key={each.name} value={each.name}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {kind === 'invite' || kind === 'role' ? (
        <label>
          <Trans>Role</Trans>
          <select value={role} onChange={({ target }) => setRole(target.value as OperatorRole)}>
            {roles.map((each) => (
              <option key={each} value={each}>
                {roleNames[each]}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <SignedAction
        key={`${kind} ${name}`}
        label={t`Propose the change`}
        roles={['administrator']}
        danger={kind === 'disable'}
        blocked={blocked}
        noteLabel={t`Reason, for the other administrators`}
        ask={(note) => api.operators.askProposal(contentFor(note))}
        take={async (note, _more, proof) => {
          const { code } = await api.operators.propose({ said: contentFor(note), proof });
          if (code !== null) onHalf({ kind: 'code', name, value: code });
          return 'second-operator-needed';
        }}
      />
    </section>
  );
}
