import { Trans, useLingui } from '@lingui/react/macro';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import { formatTime } from '../../shared/format-time.ts';
import { CaseEvidence } from '../../shared/case-evidence.tsx';
import { HeldByRule } from '../../shared/held-by-rule.tsx';
import { HoldAnswers } from '../../shared/hold-answers.tsx';
import { freezeReasons } from '../../shared/reason-names.ts';

/** What was found about the receiver, the class of reason, by when somebody decides, who that is, and how its person objects. */
export function HeldReceiver({
  screening: { evidence, reason, until, rule },
  state,
}: {
  screening: NonNullable<ReviewCaseView['screening']>;
  state: string;
}) {
  const { i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Held for its receiver</Trans>
      </h2>
      <CaseEvidence evidence={evidence} />
      <p>
        <Trans>Reason of the hold: {i18n._(freezeReasons[reason])}</Trans>
      </p>
      <HeldByRule rule={rule} />
      {state === 'under-review' ? (
        <>
          <p className="ink-2">
            <Trans>Decide by {formatTime(until)}. What nobody has decided by then goes back to the sender.</Trans>
          </p>
          <HoldAnswers />
        </>
      ) : null}
    </section>
  );
}
