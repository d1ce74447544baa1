import { useLingui } from '@lingui/react/macro';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { api } from '../../shared/api.ts';
import { SignedAction } from '../../shared/signed.tsx';

export const changeRoles = ['treasurer', 'administrator'] as const;

/** A change, proposed with a reason. */
export function Propose(props: {
  label: string;
  content: ChangeContent;
  danger?: boolean;
  /** Why it cannot be proposed now. */
  blocked?: string | undefined;
}) {
  const { t } = useLingui();
  const { content } = props;
  return (
    <SignedAction
      label={props.label}
      danger={props.danger === true}
      roles={changeRoles}
      blocked={props.blocked}
      noteLabel={t`Why`}
      ask={(note) => api.changes.askProposal({ content, note })}
      take={async (note, _more, proof) => {
        await api.changes.propose({ said: { content, note }, proof });
        return 'second-operator-needed';
      }}
    />
  );
}
