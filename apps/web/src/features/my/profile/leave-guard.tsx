import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { paths } from '../../../shared/paths.ts';
import { useWarningBeforeLeaving } from '../../../shared/use-warning-before-leaving.ts';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asks before the page is left with changes that are not saved: within the app by a sheet, otherwise the browser does. */
export function LeaveGuard({ isChanged, onLeave }: { isChanged: boolean; onLeave: () => void }) {
  const { t } = useLingui();
  // An expired session leads to the login page, and from there back to the changes.
  const leaving = useLeaveBlocker((to) => isChanged && to !== paths.login);
  useWarningBeforeLeaving(isChanged);
  return (
    <Sheet open={leaving.isAsked} onClose={leaving.stay} title={t`Leave without saving?`}>
      <p className="ink-2">
        <Trans>The changes to your profile are not saved yet.</Trans>
      </p>
      <Button block onClick={leaving.stay}>
        <Trans>Stay</Trans>
      </Button>
      <Button
        kind="quiet"
        block
        onClick={() => {
          onLeave();
          leaving.leave();
        }}
      >
        <Trans>Leave without saving</Trans>
      </Button>
    </Sheet>
  );
}
