import { toWire } from '@tern/base/to-wire';
import type { ScreeningRuleView } from '@tern/contracts/screening-rule';
import type { ScreeningRule } from '../../people/screening/public.ts';

/** A rule as a page shows it. Pure. */
export function ruleView({ version, sends, deposits, closedFrom }: ScreeningRule): ScreeningRuleView {
  return toWire({ version, sends, deposits, closedFrom });
}
