import { Trans, useLingui } from '@lingui/react/macro';
import { Sheet } from '@tern/ui/sheet';

/** How activities work, before anybody takes part in one. */
export function HelpSheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`How activities work`}>
      <ol className="activity-lines">
        <li>
          <Trans>You submit your user ID on another service and a picture that shows it. Joining is free.</Trans>
        </li>
        <li>
          <Trans>
            A person reviews it within the time that the activity promises. If they reject it, they have to give a
            reason.
          </Trans>
        </li>
        <li>
          <Trans>You claim an approved reward once, with your trade password. It stays yours to claim.</Trans>
        </li>
        <li>
          <Trans>The rewards for all places were set aside before the activity opened.</Trans>
        </li>
        <li>
          <Trans>We never ask for the password or a key of another service.</Trans>
        </li>
      </ol>
    </Sheet>
  );
}
