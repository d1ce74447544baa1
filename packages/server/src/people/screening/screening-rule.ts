import { zero, type Units } from '@tern/money/units';
import type { AskService } from './ask-service.ts';
import type { RuleVersion } from './screening.ts';

/** About what the outside service is asked, and from which value on money is held where it gives no answer. */
export type ScreeningRule = {
  /** 0 where two operators have not decided any. */
  readonly version: number;
  readonly sends: boolean;
  readonly deposits: boolean;
  /** USDT base units. */
  readonly closedFrom: Units;
};

/** What counts until two operators decide a rule: the strictest, where the settings name a service. */
export const firstRule: ScreeningRule = { version: 0, sends: true, deposits: true, closedFrom: zero };

/**
 * How a service is asked under a rule; undefined where it is not. Once two operators have decided that it is, a machine whose
 * settings name none has no answer, so that nobody ends the asking with a setting. Pure.
 */
export function askUnder(
  rule: ScreeningRule,
  about: 'sends' | 'deposits',
  ask: AskService | undefined,
): AskService | undefined {
  if (!rule[about]) return undefined;
  return ask ?? (rule.version === 0 ? undefined : nobodyToAsk);
}

const nobodyToAsk: AskService = () =>
  Promise.resolve({ service: 'no-answer', reason: 'security', detail: 'no service is set', reference: null });

/** How a hold keeps the rule under which it was made. Pure. */
export function versionOf({ version }: Pick<ScreeningRule, 'version'>): RuleVersion {
  return version === 0 ? null : version;
}

/** Whether a missing answer holds what has this value in USDT base units; what has no price counts as large. Pure. */
export function holdsWithoutAnswer(rule: Pick<ScreeningRule, 'closedFrom'>, usdtValue: Units | null): boolean {
  return usdtValue === null || usdtValue >= rule.closedFrom;
}
