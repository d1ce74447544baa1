import { transact } from '@tern/db/transact';
import { add, units, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getStakes } from '@tern/tron/get-stakes';
import type { TronNode } from '@tern/tron/open-node';
import { findHotShortage, type HotNeed, type OrderTerms, type Wait } from '../../chain/orders/public.ts';
import { estimateCost } from '../../money/transfers/public.ts';
import { hotOutflows } from './hot-money.ts';
import { findProofBefore } from './return-orders.ts';
import { contractOf, isMove, partiesOf, toSigningOrder } from './signing-order.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import type { OrderContent, TreasuryOrder } from './treasury-order.ts';

type Planning = { readonly node: TronNode; readonly order: TreasuryOrder };

/** Decides whether an order can be signed now, by what one node says, and on which terms. Throws `NodeFault`. */
export async function planOrder(deps: TreasuryDeps, { node, order }: Planning): Promise<OrderTerms | Wait> {
  const { db, accounts } = deps;
  const { content } = order;
  // Asked first: a transfer of more than there is cannot be estimated.
  if (content.kind === 'return' && (await isShort(deps, order)))
    return { waitingFor: 'hot-wallet', detail: `${content.assetId} or TRX short` };
  const cost = await planCost(deps, { node, order });
  if ('waitingFor' in cost) return cost;
  if (content.kind === 'unstake' && (await isDelegated(node, accounts.fee, content.amount)))
    return { waitingFor: 'delegated-stake', detail: 'it has to come back first' };
  const { costMaxSun, feeLimitSun } = cost;
  const { owner } = partiesOf(content, accounts);
  const contract = contractOf(content, deps.contracts);
  const deathProof = content.kind === 'return' ? await findProofBefore(db.kysely, content, order.attempt) : undefined;
  return {
    costMaxSun,
    // The keys of deposit addresses own them for ever.
    account: owner === accounts.hot || owner === accounts.fee ? owner : undefined,
    need: needOf(order, costMaxSun),
    write: (window) => toSigningOrder(order, { window, contract, feeLimitSun, deathProof }),
  };
}

type Cost = { readonly feeLimitSun: Units; readonly costMaxSun: Units };

/** What a transfer of a token may burn; everything else burns what was counted for it when it was ordered. */
async function planCost(deps: TreasuryDeps, { node, order }: Planning): Promise<Cost | Wait> {
  const { accounts, settings } = deps;
  const { content, costMaxSun } = order;
  const { owner, to } = partiesOf(content, accounts);
  const contract = contractOf(content, deps.contracts);
  if (contract === undefined || !isMove(content)) return { feeLimitSun: zero, costMaxSun };
  const estimate = await estimateCost(node, {
    from: owner,
    to,
    contract,
    amount: content.amount,
    activated: content.kind !== 'return' || (await isActivated(node, content.to)),
  });
  if (estimate === undefined) return { waitingFor: 'token', detail: 'the contract refuses the transfer' };
  const feeLimitSun = withMargin(estimate.energyCostSun, settings.feeLimitMarginPercent);
  if (feeLimitSun > settings.feeLimitMaxSun) {
    const detail = `a fee limit of ${feeLimitSun} sun is above the maximum, ${settings.feeLimitMaxSun}`;
    return { waitingFor: 'fee', detail };
  }
  // What is burnt for bandwidth comes on top of the fee limit.
  return { feeLimitSun, costMaxSun: add(feeLimitSun, units(estimate.costSun - estimate.energyCostSun)) };
}

/** What pays out of the hot wallet besides returns, which are promised nothing until they are asked for. */
const fromHotWallet: ReadonlySet<OrderContent['kind']> = new Set(['fund', 'cold', 'anchor']);

/** What is not promised to an order yet: all that a return takes; of others what they burn beyond what was counted for it. */
function needOf({ content, costMaxSun: counted }: TreasuryOrder, costMaxSun: Units): HotNeed | undefined {
  const { assetId, amount } = content;
  if (content.kind === 'return') return { assetId, amount, costSun: costMaxSun };
  if (!fromHotWallet.has(content.kind) || costMaxSun <= counted) return undefined;
  return { assetId: 'trx', amount: zero, costSun: units(costMaxSun - counted) };
}

/** Whatever is delegated has to be undelegated before it can be unstaked. */
async function isDelegated(node: TronNode, address: TronAddress, amount: Units): Promise<boolean> {
  return (await getStakes(node, { view: 'solid', address })).undelegatedEnergySun < amount;
}

async function isActivated(node: TronNode, address: TronAddress): Promise<boolean> {
  return (await getAccount(node, { view: 'head', address })).activated;
}

function isShort({ db }: TreasuryDeps, { content, costMaxSun: costSun }: TreasuryOrder): Promise<boolean> {
  const { assetId, amount } = content;
  return transact(
    db,
    async (tx) => (await findHotShortage(tx, hotOutflows, { assetId, amount, costSun })) !== undefined,
  );
}

function withMargin(amount: Units, percent: number): Units {
  return units((amount * BigInt(100 + percent) + 99n) / 100n);
}
