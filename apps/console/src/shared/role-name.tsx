import { Trans } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';

export function RoleName({ role }: { role: OperatorRole }) {
  switch (role) {
    case 'viewer':
      return <Trans>Viewer</Trans>;
    case 'reviewer':
      return <Trans>Reviewer</Trans>;
    case 'treasurer':
      return <Trans>Treasurer</Trans>;
    case 'administrator':
      return <Trans>Administrator</Trans>;
  }
}
