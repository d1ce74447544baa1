import type { ScreeningRuleContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { usdtDecimals } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { insertRule, lockRule, readRule, type ScreeningRule } from '../../people/screening/public.ts';

type RuleRefusal = 'changed-meanwhile' | 'already-so';

/** A rule as it will be, and the one that it follows. */
export type RuleChange = { readonly from: ScreeningRule; readonly to: ScreeningRule };

/** Undefined where an amount of it cannot be read. Pure. */
export function readRuleChange({ after, from, to }: ScreeningRuleContent): RuleChange | undefined {
  const [before, wanted] = [readRuleFields(from, after), readRuleFields(to, after + 1)];
  return before === undefined || wanted === undefined ? undefined : { from: before, to: wanted };
}

function readRuleFields(
  { sends, deposits, closedFrom }: ScreeningRuleContent['to'],
  version: number,
): ScreeningRule | undefined {
  const amount = parseAmount(closedFrom, usdtDecimals);
  return 'fault' in amount ? undefined : { version, sends, deposits, closedFrom: amount.units };
}

/** Why a rule could not follow the one in force as things are; undefined where it could. */
export async function checkRule(db: DbReader, { from, to }: RuleChange): Promise<RuleRefusal | undefined> {
  const now = await readRule(db);
  // Whoever signs reads what was: it has to be what is.
  if (now.version !== from.version || !isSame(now, from)) return 'changed-meanwhile';
  // The first one is worth deciding also where it changes nothing: from then on a setting cannot end the asking.
  return isSame(from, to) && from.version > 0 ? 'already-so' : undefined;
}

/** Puts a rule in force as two operators decided in the change `id`. Returns why it could not, and changes nothing then. */
export async function carryOutRule(
  tx: DbTx,
  { id: changeId, change }: { readonly id: string; readonly change: RuleChange },
): Promise<RuleRefusal | undefined> {
  await lockRule(tx);
  const refusal = await checkRule(tx, change);
  if (refusal === undefined) await insertRule(tx, { ...change.to, changeId });
  return refusal;
}

function isSame(one: ScreeningRule, other: ScreeningRule): boolean {
  return one.sends === other.sends && one.deposits === other.deposits && one.closedFrom === other.closedFrom;
}
