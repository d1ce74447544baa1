import { toWire } from '@tern/base/to-wire';
import type { DecidedRuleView, ScreeningRuleView } from '@tern/contracts/screening-rule';
import type { Database } from '@tern/db/database';
import { listRules, readRule } from '../../people/screening/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { nameOperators } from '../access/public.ts';
import { ruleView } from './rule-view.ts';

const pageRows = 20;

/** The rule in force, and a page of those that two operators decided, from behind the version `before` on. */
export async function showRule(
  db: Database,
  { before }: { readonly before?: number | undefined },
): Promise<{ inForce: ScreeningRuleView; decided: DecidedRuleView[]; next: number | null }> {
  const [inForce, { page, last }, nameOf] = await Promise.all([
    readRule(db.kysely),
    readPage(pageRows, (limit) => listRules(db.kysely, { before, limit })),
    nameOperators(db),
  ]);
  return toWire({
    inForce: ruleView(inForce),
    decided: page.map((rule) => ({
      ...ruleView(rule),
      decidedAt: rule.decidedAt,
      proposedBy: nameOf(rule.proposedBy),
      decidedBy: nameOf(rule.decidedBy),
      note: rule.note,
    })),
    next: last?.version ?? null,
  });
}
