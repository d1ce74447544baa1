import type { Asset, AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { units, type Units } from '@tern/money/units';
import type { SafeAction, StuckReport, WithdrawalCase } from '@tern/server/money/payouts/public';
import type { HeldBonus } from '@tern/server/money/promotions/public';
import type { OpenReview } from '@tern/server/money/transfers/public';

export type Assets = Readonly<Record<AssetId, Asset>>;

export function renderAmount(amount: Units, assetId: AssetId, assets: Assets): string {
  const { decimals, symbol } = assets[assetId];
  return `${formatAmount(amount, decimals)} ${symbol}`;
}

const reviewCauses: Readonly<Record<OpenReview['cause'], string>> = {
  amount: 'its amount',
  'day-total': 'the daily total of all people',
  screening: 'what was found about the receiver',
};

export function renderReview(review: OpenReview, assets: Assets): string {
  const amount = renderAmount(review.amount, review.assetId, assets);
  const value = formatAmount(review.usdtValue, assets.usdt.decimals);
  return `${review.id}  ${review.requestedAt.toISOString()}  ${amount} (${value} ${assets.usdt.symbol})  ${review.settlement}  to ${review.toAddress}  approvals ${review.approvals} of ${review.approvalsNeeded}  because of ${reviewCauses[review.cause]}`;
}

export function renderBonus(bonus: HeldBonus, assets: Assets): string {
  const amount = renderAmount(bonus.amount, 'reward', assets);
  return `${bonus.personId}  ${bonus.createdAt.toISOString()}  ${amount}  source ${bonus.sourceAddress} activated ${bonus.accountsOfSource} accounts`;
}

export function renderCase(found: WithdrawalCase, assets: Assets): string {
  const { withdrawal: w, history } = found;
  const lines = [
    `withdrawal  ${w.id}`,
    `state       ${w.state}${found.waitingFor === null ? '' : `, ${renderWaiting(found)}`}`,
    ...(found.attention === null ? [] : [`attention   ${found.attention}`]),
    `person      ${w.personId}`,
    `amount      ${renderAmount(w.amount, w.assetId, assets)}, fee ${renderAmount(w.fee, w.assetId, assets)}`,
    `value       ${formatAmount(w.usdtValue, assets.usdt.decimals)} ${assets.usdt.symbol}`,
    `to          ${w.toAddress} (${w.settlement})`,
    `history     ${history.completed} transfers completed before, ${history.completedToAddress} of them to this address`,
    ...(w.memo === null ? [] : [`memo        ${w.memo}`]),
    ...found.steps.map(({ at, from, to }) => `step        ${at.toISOString()}  ${from} → ${to}`),
    ...found.reviews.map(
      ({ at, operatorId, decision, reason }) =>
        `review      ${at.toISOString()}  ${decision} by ${operatorId}${reason === null ? '' : `: ${reason}`}`,
    ),
    ...found.attempts.map(
      ({ number, state, txId, result, broadcasts }) =>
        `attempt ${number}   ${state}  ${txId ?? 'not signed'}  ${result ?? ''}  ${broadcasts} broadcasts`,
    ),
    ...renderUnexpectedReceipt(found, assets),
  ];
  return lines.join('\n');
}

/** Of a signer that runs, and signs nothing until its quarantine ends: docs/operations/restore.md. */
export const quarantineText =
  'the signer runs, in quarantine: wait until it ends, and if operators are enrolled at the signer, two approve it there';

/** What an operator can safely do about each kind of stuck payment. */
const actionTexts: Readonly<Record<SafeAction, string>> = {
  'decide-unexpected-receipt':
    'check it with “show”, then settle or return it in the console; this needs two operators',
  resume: 'resume it in the console: the worker checks it again, and stops again if the cause is still there',
  review: 'approve or reject it in the console',
  'fill-hot-wallet': 'fill the hot wallet; the worker then pays by itself',
  'fix-signer': 'start the signer; the worker then pays by itself',
  'end-quarantine': `${quarantineText}; the worker then pays by itself`,
  'read-refusal': 'correct what the signer, which runs, refuses; the worker then pays by itself',
  'fix-nodes': 'check the worker and its nodes; it continues by itself once all nodes show the whole chain',
  'resume-asset': 'resume the asset in the console once the cause of the pause is clear',
  'wait-or-return': 'wait until it continues by itself, or return it in the console',
};

/** Operators who are enrolled at the signer can do more than wait. */
const signerLimitText =
  'if operators are enrolled at the signer, approve it there; otherwise wait, or return it in the console';

/** `orders`: the treasury's, as lines. */
export function renderStuck({ payouts, pauses }: StuckReport, orders: readonly string[]): string {
  const lines = [
    ...pauses.map(
      ({ assetId, reason, startedAt }) => `paused  ${assetId}  since ${startedAt.toISOString()}: ${reason}`,
    ),
    ...payouts.flatMap(({ id, state, since, waitingFor, waitingDetail, attention, action }) => [
      `${id}  ${state} since ${since.toISOString()}  ${attention ?? renderWaiting({ waitingFor, waitingDetail })}`,
      `    ${waitingFor === 'signer-limit' ? signerLimitText : actionTexts[action]}`,
    ]),
    ...orders,
  ];
  return lines.length === 0 ? 'Nothing is stuck.' : lines.join('\n');
}

function renderWaiting({ waitingFor, waitingDetail }: Pick<WithdrawalCase, 'waitingFor' | 'waitingDetail'>): string {
  if (waitingFor === null) return 'waits for an unknown reason';
  return `waits for ${waitingFor}${waitingDetail === null ? '' : `: ${waitingDetail}`}`;
}

function renderUnexpectedReceipt({ withdrawal: w, unexpectedReceipt }: WithdrawalCase, assets: Assets): string[] {
  if (unexpectedReceipt === undefined) return [];
  const { receipt, decisions } = unexpectedReceipt;
  const { decimals, symbol } = assets[w.assetId];
  const show = (amount: bigint): string =>
    `${amount < 0n ? '-' : ''}${formatAmount(units(amount < 0n ? -amount : amount), decimals)} ${symbol}`;
  return [
    `unexpected receipt of attempt ${receipt.number}: ${receipt.detail}`,
    `  in block  ${receipt.blockNumber} ${receipt.blockId}, ${receipt.blockTime.toISOString()}, the same on every node`,
    `  ordered   ${show(w.amount)} to ${w.toAddress}`,
    `  outflow   ${show(receipt.outflow)} by its events, and ${receipt.feeSun} sun burnt`,
    ...receipt.events.map(({ from, to, amount }) => `  event     ${show(BigInt(amount))} from ${from} to ${to}`),
    ...decisions.map(
      ({ at, operatorId, decision, reason }) =>
        `  decision  ${at.toISOString()}  ${decision} by ${operatorId}: ${reason}`,
    ),
  ];
}
