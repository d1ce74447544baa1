import { Trans } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { createContext, use, useId, type ReactNode } from 'react';
import { useOperator } from './operator.ts';

type Said = {
  readonly id: string;
  /** Undefined where none of the actions is for the operator's role. */
  readonly blocked: string | undefined;
};

const SaidContext = createContext<Said | undefined>(undefined);

/** Actions beside each other. What keeps this operator from all of them is said once, behind the last one. */
export function Actions(props: {
  /** Roles that may take them. */
  roles: readonly OperatorRole[];
  /** Why none of them can be taken now. */
  blocked?: string | undefined;
  children: ReactNode;
}) {
  const { role } = useOperator();
  const id = useId();
  const blocked = props.roles.includes(role) ? props.blocked : undefined;
  const isSaid = !props.roles.includes(role) || blocked !== undefined;
  return (
    <div className="cluster wrap">
      <SaidContext value={isSaid ? { id, blocked } : undefined}>{props.children}</SaidContext>
      {isSaid ? (
        <small id={id} className="ink-2">
          {blocked ?? <Trans>not for your role</Trans>}
        </small>
      ) : null}
    </div>
  );
}

/** The id of the text that says already why an action cannot be taken; undefined where it has to say so itself. */
export function useSaid({
  isAllowed,
  blocked,
}: {
  isAllowed: boolean;
  blocked: string | undefined;
}): string | undefined {
  const said = use(SaidContext);
  if (said === undefined) return undefined;
  return (isAllowed ? blocked : undefined) === said.blocked ? said.id : undefined;
}
