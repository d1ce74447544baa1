import { Trans } from '@lingui/react/macro';

/** Of what screening holds: who answers for it, and how its person objects. */
export function HoldAnswers() {
  return (
    <p className="ink-2">
      <Trans>
        Reviewers and treasurers answer for this hold. The person reads its deadline in the record and can object there:
        a reviewer or an administrator answers the complaint.
      </Trans>
    </p>
  );
}
