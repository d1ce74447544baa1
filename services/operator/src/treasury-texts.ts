import type { Asset } from '@tern/money/asset';
import type { Reserves } from '@tern/server/house/reconciliation/public';
import type { OpenOrder, SafeOrderAction, StuckOrder } from '@tern/server/house/treasury/public';
import { quarantineText, type Assets } from './operator-texts.ts';

export function renderReserves({ assets: rows, gaps, surpluses, orders }: Reserves, assets: Assets): string {
  const lines = rows.flatMap(({ assetId, money, hot, samples }) => {
    const say = (amount: bigint): string => renderSigned(amount, assets[assetId]);
    const { floor, ceiling } = hot.level;
    const places = Object.entries(money.custody).filter(([place, amount]) => amount !== 0n || place === 'hot');
    return [
      `${assets[assetId].symbol}  customer liabilities ${say(money.owed)}, house equity ${say(money.own)}`,
      ...renderStake(money, say),
      ...places.map(([place, amount]) => `  ${place.padEnd(10)}  ${say(amount)}${renderSample(place, samples, say)}`),
      `  hot wallet  free for withdrawals ${say(hot.available)}, minimum ${say(floor)}, maximum ${say(ceiling)}: ${verdictWords[hot.verdict.verdict]}`,
    ];
  });
  return [
    ...lines,
    ...gaps.map(
      ({ assetId, subject, missing, since }) =>
        `MISSING ${renderSigned(missing, assets[assetId])} (${subject}) since ${since.toISOString()}: bonuses, rewards and swaps in this asset are paused`,
    ),
    ...surpluses.map(
      ({ amount, explained, assetId, address, state, keptAt }) =>
        `SURPLUS ${renderSigned(amount - explained, assets[assetId])} (deposit ${address}) in suspense since ${keptAt.toISOString()}: ${state === 'returning' ? 'on its way back' : 'two treasurers decide in the console'}`,
    ),
    ...orders.map((order) => renderOrder(order, assets)),
  ].join('\n');
}

function renderStake({ stake }: Reserves['assets'][number]['money'], say: (amount: bigint) => string): string[] {
  const { staked, unstaking } = stake;
  return staked === 0n && unstaking === 0n
    ? []
    : [`  stake       ${say(staked)} staked, ${say(unstaking)} unstaked, not yet released by the chain`];
}

const verdictWords = {
  within: 'within its levels',
  below: 'BELOW ITS MINIMUM, the worker sweeps smaller deposits too',
  above: 'above its maximum',
} as const;

function renderSample(
  place: string,
  samples: Reserves['assets'][number]['samples'],
  say: (amount: bigint) => string,
): string {
  const sample = samples.find((each) => each.place === place);
  if (sample === undefined) return '';
  const { books, chain, block, at } = sample;
  const differs = chain === books ? 'as on chain' : `on chain ${say(chain - books)} different from the books`;
  return `  ${differs} at block ${block.number}, ${at.toISOString()}`;
}

export function renderOrder(order: OpenOrder, assets: Assets): string {
  const { content, state, createdAt, waitingFor, waitingDetail, attention } = order;
  const { assetId, kind, amount } = content;
  const about =
    'place' in content
      ? ` at ${content.place.address}`
      : 'to' in content
        ? ` to ${content.to}`
        : 'account' in content
          ? ` of the ${content.account} account`
          : '';
  const trouble = attention ?? (waitingFor === null ? '' : `waits for ${waitingFor}: ${waitingDetail ?? ''}`);
  return `${order.id}  ${kind} ${renderSigned(amount, assets[assetId])}${about}  ${state} since ${createdAt.toISOString()}  ${trouble}`.trimEnd();
}

/** What an operator can safely do about each kind of stuck order. */
const actionTexts: Readonly<Record<SafeOrderAction, string>> = {
  'compare-and-resume':
    'compare its transaction with the order, then resume it in the console: the worker checks again and signs nothing twice',
  'fix-signer': 'start the signer; the order then continues by itself',
  'end-quarantine': `${quarantineText}; the order then continues by itself`,
  'read-refusal': 'correct what the signer, which runs, refuses; the order then continues by itself',
  'fix-nodes': 'check the worker and its nodes; the order continues by itself once all nodes show the whole chain',
  wait: 'wait: the order continues by itself once the network or the daily limit allows',
};

export function renderStuckOrders(orders: readonly StuckOrder[], assets: Assets): readonly string[] {
  return orders.flatMap((order) => [renderOrder(order, assets), `    ${actionTexts[order.action]}`]);
}

/** Decimal text of an amount that may be negative: books of the house can be. */
export function renderSigned(amount: bigint, { decimals, symbol }: Asset): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}
