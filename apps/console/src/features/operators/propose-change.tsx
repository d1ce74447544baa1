import { Trans, useLingui } from '@lingui/react/macro';
import { operatorRole, type OperatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorChangeInput, OperatorsView } from '@tern/contracts/routes/console-operators';
import { useId, useState } from 'react';
import { api } from '../../shared/api.ts';
import { KindField, type Choices } from '../../shared/fields.tsx';
import { useOperator } from '../../shared/operator.ts';
import { useRoleNames } from '../../shared/role-names.ts';
import { SignedAction } from '../../shared/signed.tsx';
import type { Half } from './invitation-half.tsx';

/** One key alone is disabled on the page of its operator. */
type Kind = Exclude<OperatorChangeInput['kind'], 'disable-key'>;

const namePattern = /^[a-z][a-z0-9._-]{1,31}$/;

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
  const kinds = useKinds();
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
      <KindField
        label={t`Change`}
        labelled
        value={kind}
        choices={kinds}
        onChange={(chosen) => {
          setKind(chosen);
          setTyped('');
        }}
      />
      {kind === 'invite' ? (
        <NewName value={typed} onChange={setTyped} />
      ) : (
        <OperatorField value={name} names={choices.map((each) => each.name)} onChange={setTyped} />
      )}
      {kind === 'invite' || kind === 'role' ? (
        <KindField
          label={t`Role`}
          labelled
          value={role}
          choices={operatorRole.options.map((each) => [each, roleNames[each]])}
          onChange={setRole}
        />
      ) : null}
      <SignedAction
        key={`${kind} ${name}`}
        label={t`Propose the change`}
        roles={['administrator']}
        kind={kind === 'disable' ? 'danger' : 'quiet'}
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

function useKinds(): Choices<Kind> {
  const { t } = useLingui();
  return [
    ['invite', t`Invite an operator`],
    ['role', t`Change a role`],
    ['disable', t`Disable an operator`],
    ['enable', t`Enable an operator again`],
  ];
}

function NewName({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const hintId = useId();
  return (
    <>
      <label>
        <Trans>Name</Trans>
        <input
          className="input"
          value={value}
          maxLength={32}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={hintId}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <small id={hintId} className="ink-2">
        <Trans>2 to 32 lower-case letters, digits, dots, hyphens or underscores, starting with a letter.</Trans>
      </small>
    </>
  );
}

function OperatorField(props: { value: string; names: readonly string[]; onChange: (name: string) => void }) {
  const { t } = useLingui();
  return (
    <label>
      <Trans>Operator</Trans>
      <select value={props.value} onChange={({ target }) => props.onChange(target.value)}>
        <option value="">{t`Choose an operator`}</option>
        {props.names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
