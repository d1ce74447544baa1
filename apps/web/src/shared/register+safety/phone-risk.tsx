import { Trans } from '@lingui/react/macro';

/** What text messages are worth, said where somebody relies on them or chooses something better. */
export function PhoneRisk() {
  return (
    <p className="caption">
      <Trans>
        Text messages are the weakest protection, because somebody can take over a phone number. An authenticator or a
        passkey is safer.
      </Trans>
    </p>
  );
}
