import { Trans } from '@lingui/react/macro';

/** What follows every change of a protection, said before it is made. */
export function AfterChangeNote() {
  return (
    <p>
      <Trans>
        All other devices are signed out, and for 24 hours you can send only to addresses you have used before. It
        protects you, should it not be you who changes this.
      </Trans>
    </p>
  );
}
