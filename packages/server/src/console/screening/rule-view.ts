import type { ScreeningRuleView } from '@tern/contracts/screening-rule';
import { unitsToWire } from '@tern/money/units';
import type { ScreeningRule } from '../../people/screening/public.ts';

/** A rule as a page shows it. Pure. */
export function ruleView({ version, sends, deposits, closedFrom }: ScreeningRule): ScreeningRuleView {
  return { version, sends, deposits, closedFrom: unitsToWire(closedFrom) };
}
