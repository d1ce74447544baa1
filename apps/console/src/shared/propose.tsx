import { useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import {
  isAdministratorsContent,
  isReserveContent,
  type ChangeContent,
  type WantedChange,
} from '@tern/contracts/routes/console-changes';
import { api } from './api.ts';
import { SignedAction } from './signed.tsx';

const changeRoles = ['treasurer', 'administrator'] as const;

/** Who may propose and decide a change, as the server says it. */
export function rolesFor(content: Pick<ChangeContent, 'kind'>): readonly OperatorRole[] {
  if (isAdministratorsContent(content)) return ['administrator'];
  return isReserveContent(content) ? ['treasurer'] : changeRoles;
}

/** A change, proposed with a reason, and where it needs one with a second line. */
export function Propose(props: {
  label: string;
  content: WantedChange | ((more: string) => WantedChange);
  danger?: boolean;
  /** What another system suggested, where it is proposed because of that. */
  suggestionId?: string;
  /** Why it cannot be proposed now. */
  blocked?: string | undefined;
  more?: { readonly label: string };
}) {
  const { t } = useLingui();
  const contentOf = (more: string): WantedChange =>
    typeof props.content === 'function' ? props.content(more) : props.content;
  const because = props.suggestionId === undefined ? {} : { suggestionId: props.suggestionId };
  return (
    <SignedAction
      label={props.label}
      kind={props.danger ? 'danger' : 'quiet'}
      roles={rolesFor(contentOf(''))}
      blocked={props.blocked}
      noteLabel={t`Why`}
      {...(props.more === undefined ? {} : { more: props.more })}
      ask={(note, more) => api.changes.askProposal({ content: contentOf(more), note, ...because })}
      take={async (note, more, proof) => {
        await api.changes.propose({ said: { content: contentOf(more), note, ...because }, proof });
        return 'second-operator-needed';
      }}
    />
  );
}
