import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  isKeyContent,
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
  type FundPurpose,
  type LevelLimitsContent,
  type PersonLevelContent,
  type RefusedAddressesContent,
  type ReserveContent,
  type WebhookContent,
} from '@tern/contracts/routes/console-changes';
import { usdtDecimals } from '@tern/money/asset';
import { formatBasisPoints, formatHours, formatMoney } from './format.ts';
import { useOperator } from './operator.ts';
import { useSayKey } from './say-key.ts';
import { useTermTexts } from './term-texts.ts';
import { useSayRule } from './use-say-rule.ts';
import { webhookKindTexts } from './webhook-texts.ts';

export const fundPurposes = {
  pool: msg`Reward pool`,
  promotion: msg`Activation bonuses`,
  liquidity: msg`Swaps`,
  own: msg`Capital not set aside`,
} as const satisfies Record<FundPurpose | 'own', unknown>;

/** Says what a proposal books where books and chain differ. */
function useSayReserve(): (content: ReserveContent) => string {
  const { t } = useLingui();
  const { assets } = useOperator();
  return (content) => {
    const amount = formatMoney(content.amount, content.assetId, assets);
    if (content.kind === 'cold-return') return t`Book ${amount} as returned from cold storage to the hot wallet`;
    if (content.kind === 'loss') {
      const { subject } = content;
      return content.why === 'destroyed'
        ? t`Book ${amount}, destroyed by the issuer at ${subject}, as a loss from house equity`
        : t`Accept the loss of ${amount} at ${subject}, from house equity`;
    }
    const { address, to } = content;
    return to === null
      ? t`Book the surplus of ${amount} on ${address} to the house`
      : t`Return the surplus of ${amount} on ${address} to ${to}`;
  };
}

function useSayWebhook(): (content: WebhookContent) => string {
  const { t, i18n } = useLingui();
  return (content) => {
    if (content.kind === 'webhook-rotate') return t`Make a new secret; for a day the one before signs too`;
    if (content.kind === 'webhook-switch')
      return content.state === 'active'
        ? t`Enable it: events are sent from now on`
        : t`Disable it: no more events are sent`;
    const { name, url } = content;
    const kinds = content.kinds.map((kind) => i18n._(webhookKindTexts[kind])).join(', ');
    return content.kind === 'webhook-open'
      ? t`Open the webhook “${name}” to ${url}: ${kinds}`
      : t`Change the webhook to “${name}”, ${url}: ${kinds}`;
  };
}

function useSayList(): (content: RefusedAddressesContent) => string {
  const { t } = useLingui();
  return ({ list, add, remove, source, asOf }) => {
    const [added, removed] = [add.length, remove.length];
    if (added === 0) return t`List “${list}”: addresses to remove: ${removed}`;
    return removed === 0
      ? t`List “${list}”: addresses to add: ${added} (${source}, ${asOf})`
      : t`List “${list}”: addresses to add: ${added} (${source}, ${asOf}), to remove: ${removed}`;
  };
}

function useSayLevel(): (content: LevelLimitsContent | PersonLevelContent) => string {
  const { t } = useLingui();
  const { assets } = useOperator();
  return (content) => {
    if (content.kind === 'person-level') {
      const { person, level, reference, until } = content;
      return until === null
        ? t`Account ${person}: level ${level} without an end (${reference})`
        : t`Account ${person}: level ${level} until ${until} (${reference})`;
    }
    if (content.limits.length === 0) return t`No levels: nothing is limited by an identity check`;
    const limits = content.limits.map((limit, level) => {
      const amount = limit === null ? t`as everybody` : formatMoney(limit + '0'.repeat(usdtDecimals), 'usdt', assets);
      return t`level ${level}: ${amount}`;
    });
    return t`To the chain in 24 hours: ${limits.join(', ')}`;
  };
}

/** Says what a proposed change does. */
export function useSayChange(): (content: ChangeContent) => string {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const symbolOf = (id: string): string => assets.find((asset) => asset.id === id)?.symbol ?? id;
  const { sayChange } = useTermTexts();
  const sayReserve = useSayReserve();
  const sayWebhook = useSayWebhook();
  const sayList = useSayList();
  const sayKey = useSayKey();
  const sayLevel = useSayLevel();
  const { sayRuleChange } = useSayRule();
  return (content) => {
    if (content.kind === 'terms') return sayChange(content);
    if (content.kind === 'fund') {
      return t`Set ${content.amount} ${symbolOf(content.assetId)} aside: ${i18n._(fundPurposes[content.purpose])}`;
    }
    if (content.kind === 'pool-schedule') {
      return t`Pool: ${formatBasisPoints(content.shareBasisPoints)} of itself every ${formatHours(content.everyHours)}`;
    }
    if (content.kind === 'audit-file') {
      return t`Allow for 24 hours: how everybody’s balance went in distribution ${content.distributionId}, as a file`;
    }
    if (content.kind === 'snapshot') return t`Count and publish all that is owed, beside the count of the day`;
    if (content.kind === 'sign-out-everybody') return t`Sign everybody out: every session of every person ends`;
    if (content.kind === 'asset') {
      const symbol = symbolOf(content.assetId);
      return content.open ? t`Open ${symbol}` : t`Close ${symbol}: no swaps, no top-ups`;
    }
    if (content.kind === 'refused-addresses') return sayList(content);
    if (content.kind === 'screening-rule') return sayRuleChange(content);
    if (content.kind === 'level-limits' || content.kind === 'person-level') return sayLevel(content);
    if (isReserveContent(content)) return sayReserve(content);
    if (isWebhookContent(content)) return sayWebhook(content);
    if (isKeyContent(content)) return sayKey(content);
    const pair = `${symbolOf(content.one)} – ${symbolOf(content.other)}`;
    return content.open ? t`Open ${pair} in both directions` : t`Close ${pair} in both directions`;
  };
}
