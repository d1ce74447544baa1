import { toWire } from '@tern/base/to-wire';
import type { ServiceFinding } from '@tern/contracts/refused-addresses';
import { askUnder, holdsWithoutAnswer, readRule, versionOf, type RuleVersion } from '../../people/screening/public.ts';
import type { SendingDeps } from './deps.ts';
import type { StoredDraft } from './draft.ts';

/** What the outside service said about a send, and the rule under which it was asked or not. */
export type ScreenedSend = {
  /** Null where it says nothing against the receiver, where the rule has it asked about none, and inside. */
  readonly finding: ServiceFinding | null;
  /** Null where two operators have not decided any, and inside. */
  readonly ruleVersion: RuleVersion;
};

/**
 * What the outside service says against a send to the chain, by the rule in force. No answer speaks against a send from the
 * value on that the rule names.
 */
export async function screenSend(
  { db, screening }: Pick<SendingDeps, 'db' | 'screening'>,
  { settlement, assetId, toAddress, amount, usdtValue }: StoredDraft,
): Promise<ScreenedSend> {
  if (settlement !== 'chain') return { finding: null, ruleVersion: null };
  const rule = await readRule(db.kysely);
  const ask = askUnder(rule, 'sends', screening);
  const found = await ask?.(toWire({ asset: assetId, address: toAddress, amount, usdtValue }));
  const isLetGo = found?.service === 'no-answer' && !holdsWithoutAnswer(rule, usdtValue);
  return { finding: isLetGo ? null : (found ?? null), ruleVersion: versionOf(rule) };
}
