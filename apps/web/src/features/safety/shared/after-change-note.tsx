import { Trans } from '@lingui/react/macro';

/** What follows every change of a protection, said before it is made. */
export function AfterChangeNote() {
  return (
    <p>
      <Trans>
        This logs out all other devices, and for 24 hours you can send only to addresses you have used before. That
        protects you if somebody else makes this change.
      </Trans>
    </p>
  );
}
