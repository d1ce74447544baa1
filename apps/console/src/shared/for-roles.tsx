import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { ReactNode } from 'react';
import { useOperator } from './operator.ts';
import { useRoleNames } from './role-names.ts';

/** A form for some roles. The others read whose it is, and are shown no fields to fill in for nothing. */
export function ForRoles(props: { roles: readonly OperatorRole[]; title: ReactNode; children: ReactNode }) {
  const { i18n } = useLingui();
  const { role } = useOperator();
  const names = useRoleNames();
  if (props.roles.includes(role)) return props.children;
  const whose = new Intl.ListFormat(i18n.locale).format(props.roles.map((each) => names[each]));
  return (
    <section className="panel">
      <h2>{props.title}</h2>
      <p className="ink-2">
        <Trans>{whose} only: one proposes it here, another one carries it out.</Trans>
      </p>
    </section>
  );
}
