import { Trans, useLingui } from '@lingui/react/macro';
import { Sheet } from '@tern/ui/sheet';

/** How activities work, before anybody takes part in one. */
export function HelpSheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`How activities work`}>
      <ol className="activity-lines">
        <li>
          <Trans>You hand in your user ID of another service and a picture that shows it. Joining costs nothing.</Trans>
        </li>
        <li>
          <Trans>
            A person looks at it within the time the activity promises, and has to name a reason for a refusal.
          </Trans>
        </li>
        <li>
          <Trans>What was approved you claim with your trade password, once. It stays yours to claim.</Trans>
        </li>
        <li>
          <Trans>The reward of every place was set aside before the activity opened.</Trans>
        </li>
        <li>
          <Trans>Nobody here ever asks for the password or a key of another service.</Trans>
        </li>
      </ol>
    </Sheet>
  );
}
