import {
  isKeyContent,
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
  type RefusedAddressesContent,
  type KeyContent,
  type ReserveContent,
  type WebhookContent,
} from '@tern/contracts/routes/console-changes';
import type { Asset, AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import type { PoolSchedule } from '../../money/pool/public.ts';
import type { Pair } from '../../money/swaps/public.ts';
import { readTermsChange, type AreTermsValid, type TermsChange } from '../../people/terms/public.ts';
import type { LevelContent } from './level-changes.ts';
import { readRuleChange, type RuleChange } from './rule-changes.ts';

export type ReadChangeDeps = {
  readonly assets: Readonly<Record<AssetId, Asset>>;
  /** Pairs of this installation. */
  readonly pairs: readonly Pair[];
  readonly areTermsValid: AreTermsValid;
};

/** A change as it will be carried out, or why it can never be. Pure. */
export type ReadChange =
  | {
      readonly kind: 'fund';
      readonly purpose: 'pool' | 'promotion' | 'liquidity';
      readonly assetId: AssetId;
      readonly amount: Units;
    }
  | { readonly kind: 'pair'; readonly pair: Pair; readonly open: boolean }
  | { readonly kind: 'terms'; readonly change: TermsChange }
  | { readonly kind: 'asset'; readonly assetId: AssetId; readonly open: boolean }
  | { readonly kind: 'pool-schedule'; readonly schedule: PoolSchedule }
  | { readonly kind: 'audit-file' }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'sign-out-everybody' }
  | { readonly kind: 'reserve'; readonly order: ReserveContent }
  | { readonly kind: 'webhook'; readonly webhook: WebhookContent }
  | { readonly kind: 'refused-addresses'; readonly change: RefusedAddressesContent }
  | { readonly kind: 'screening-rule'; readonly rule: RuleChange }
  | { readonly kind: 'key'; readonly key: KeyContent }
  | { readonly kind: 'level'; readonly level: LevelContent }
  | { readonly fault: 'amount-invalid' | 'purpose-invalid' | 'no-such-pair' | 'term-invalid' };

export function readChange(
  { assets, pairs }: Omit<ReadChangeDeps, 'areTermsValid'>,
  content: ChangeContent,
): ReadChange {
  if (isReserveContent(content)) return { kind: 'reserve', order: content };
  if (isWebhookContent(content)) return { kind: 'webhook', webhook: content };
  if (content.kind === 'refused-addresses') return { kind: content.kind, change: content };
  if (content.kind === 'screening-rule') {
    const rule = readRuleChange(content);
    return rule === undefined ? { fault: 'amount-invalid' } : { kind: content.kind, rule };
  }
  if (isKeyContent(content)) return { kind: 'key', key: content };
  if (content.kind === 'level-limits' || content.kind === 'person-level') return { kind: 'level', level: content };
  if (content.kind === 'terms') {
    const change = readTermsChange(content);
    return 'fault' in change ? change : { kind: 'terms', change };
  }
  if (content.kind === 'pair') {
    const pair = pairs.find((each) => each.includes(content.one) && each.includes(content.other));
    return pair === undefined || content.one === content.other
      ? { fault: 'no-such-pair' }
      : { kind: 'pair', pair, open: content.open };
  }
  if (content.kind === 'asset') return content;
  if (content.kind === 'audit-file') return { kind: content.kind };
  if (content.kind === 'snapshot' || content.kind === 'sign-out-everybody') return content;
  if (content.kind === 'pool-schedule') {
    const { kind, everyHours, shareBasisPoints } = content;
    return { kind, schedule: { everyHours, shareBasisPoints: BigInt(shareBasisPoints) } };
  }
  const { purpose, assetId } = content;
  if (purpose !== 'liquidity' && assetId !== 'reward') return { fault: 'purpose-invalid' };
  const amount = parseAmount(content.amount.trim(), assets[assetId].decimals);
  if ('fault' in amount || amount.units === 0n) return { fault: 'amount-invalid' };
  return { kind: 'fund', purpose, assetId, amount: amount.units };
}
