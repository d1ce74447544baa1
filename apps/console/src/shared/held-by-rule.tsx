import { Trans } from '@lingui/react/macro';
import type { ScreeningRuleView } from '@tern/contracts/screening-rule';
import { useSayRule } from './use-say-rule.ts';

/** The rule that was in force when money was held, which may be another one by now. */
export function HeldByRule({ rule }: { rule: ScreeningRuleView | null }) {
  const { sayClosedFrom } = useSayRule();
  if (rule === null) return null;
  const { version } = rule;
  return (
    <p className="ink-2">
      <Trans>
        Rule {version} was in force: held without an answer from {sayClosedFrom(rule.closedFrom)}.
      </Trans>
    </p>
  );
}
