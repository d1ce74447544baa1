import { useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';

/** The roles' names where a plain text is needed, as in a list to choose from. */
export function useRoleNames(): Readonly<Record<OperatorRole, string>> {
  const { t } = useLingui();
  return { viewer: t`Viewer`, reviewer: t`Reviewer`, treasurer: t`Treasurer`, administrator: t`Administrator` };
}
