import { z } from 'zod';
import { timeField, unitsField } from './fields.ts';

/** About what the outside service is asked, and from which value on money is held where it gives no answer. */
export const screeningRule = z.object({
  /** 0 where two operators have not decided any: a service that the settings name is asked about everything. */
  version: z.number().int(),
  /** Whether it is asked about the receivers of withdrawals. */
  sends: z.boolean(),
  /** Whether it is asked about the senders of deposits. */
  deposits: z.boolean(),
  /** In base units of USDT. */
  closedFrom: unitsField,
});
export type ScreeningRuleView = z.infer<typeof screeningRule>;

/** A rule as it was decided. */
export const decidedRule = screeningRule.extend({
  decidedAt: timeField,
  proposedBy: z.string(),
  decidedBy: z.string(),
  /** Why it was proposed. */
  note: z.string(),
});
export type DecidedRuleView = z.infer<typeof decidedRule>;
