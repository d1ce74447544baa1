import { useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { roleNames } from './role-names.ts';

export function RoleName({ role }: { role: OperatorRole }) {
  const { i18n } = useLingui();
  return i18n._(roleNames[role]);
}
