import { useLingui } from '@lingui/react/macro';
import type { OperatorChangeView } from '@tern/contracts/routes/console-operators';
import { useRoleNames } from '../../shared/role-names.ts';

/** What a change does, as a sentence. */
export function useChangeText(): (change: Pick<OperatorChangeView, 'kind' | 'name' | 'role' | 'key'>) => string {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  return ({ kind, name, role, key }) => {
    const as = role === null ? '' : roleNames[role];
    switch (kind) {
      case 'invite':
        return t`Invite ${name}, role: ${as}`;
      case 'role':
        return t`Change the role of ${name} to: ${as}`;
      case 'disable':
        return t`Disable ${name}`;
      case 'enable':
        return t`Enable ${name} again`;
      case 'disable-key': {
        const called = key?.name ?? t`the first key`;
        return t`Disable one key of ${name}: ${called}`;
      }
    }
  };
}
