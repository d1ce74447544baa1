import { transact } from '@tern/db/transact';
import { subtractOrZero, units, type Units } from '@tern/money/units';
import { getAccount } from '@tern/tron/get-account';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { getStakes } from '@tern/tron/get-stakes';
import type { TronNode } from '@tern/tron/open-node';
import { findHotShortage, withAnyNode } from '../../chain/orders/public.ts';
import { hotOutflows } from './hot-money.ts';
import { readHouseMoney } from './house-money.ts';
import { insertOrder, isFeeAccountBusy, sumOpenOrders } from './order-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';

export type FeeAccountSettings = {
  /** TRX to keep staked for energy, in sun; zero burns instead. */
  readonly stakeSun: Units;
  /** Below this the free TRX is filled up, to twice as much. */
  readonly freeMinSun: Units;
};

export type FeeAccountFacts = {
  readonly freeSun: Units;
  readonly stakedSun: Units;
  /** TRX of the house that is not on the fee account yet. */
  readonly ownSun: bigint;
};

export type FeeAccountStep =
  | { readonly step: 'nothing' }
  | { readonly step: 'stake' | 'fund'; readonly amountSun: Units }
  /** The house has no TRX of its own left: nothing of other people's is spent. */
  | { readonly step: 'poor' };

const sunPerTrx = 1_000_000n;

/** What the fee account needs next: first TRX, then the stake. Nobody else's money is ever staked or burnt. Pure. */
export function decideFeeAccount(facts: FeeAccountFacts, settings: FeeAccountSettings): FeeAccountStep {
  const toStake = units((subtractOrZero(settings.stakeSun, facts.stakedSun) / sunPerTrx) * sunPerTrx);
  if (toStake > 0n && facts.freeSun >= toStake + settings.freeMinSun) return { step: 'stake', amountSun: toStake };
  if (toStake === 0n && facts.freeSun >= settings.freeMinSun) return { step: 'nothing' };
  const wanted = toStake + 2n * settings.freeMinSun - facts.freeSun;
  const amount = wanted < facts.ownSun ? wanted : facts.ownSun;
  return amount <= 0n ? { step: 'poor' } : { step: 'fund', amountSun: units(amount) };
}

/**
 * Keeps the fee account able to pay for sweeps: TRX from the hot wallet, a stake for energy. Returns how many orders it
 * made. Throws `NodeFault`.
 */
export async function keepFeeAccount(
  deps: Pick<TreasuryDeps, 'db' | 'nodes' | 'accounts' | 'report'>,
  settings: FeeAccountSettings,
): Promise<number> {
  // Nothing is written before the last question to a node.
  return await withAnyNode(deps.nodes, (node) => keepWith(node, deps, settings));
}

async function keepWith(
  node: TronNode,
  deps: Pick<TreasuryDeps, 'db' | 'accounts' | 'report'>,
  settings: FeeAccountSettings,
): Promise<number> {
  const { db, accounts } = deps;
  // Asked before the chain: what was under way then is either seen here or irreversible there.
  if (await isFeeAccountBusy(db.kysely)) return 0;
  const [fee, open, money, hot, openHot] = await Promise.all([
    getStakes(node, { view: 'solid', address: accounts.fee }),
    sumOpenOrders(db.kysely, 'fee', 'trx'),
    readHouseMoney(db.kysely, 'trx'),
    getAccount(node, { view: 'solid', address: accounts.hot }),
    sumOpenOrders(db.kysely, 'hot', 'trx'),
  ]);
  const { timeMs } = await getSolidBlock(node);
  const ready = fee.unstaking.filter(({ readyAtMs }) => readyAtMs <= timeMs);
  if (ready.length > 0) {
    const amount = units(ready.reduce((sum, { amountSun }) => sum + amountSun, 0n));
    const content = { kind: 'withdraw-unstaked', assetId: 'trx', amount } as const;
    return (await insertOrder(db.kysely, { content, costMaxSun: transactionCostSun })) === undefined ? 0 : 1;
  }
  const own = money.own - money.custody.energy;
  const inHot = hot.balanceSun - openHot.amount - openHot.costSun - hotReserveSun;
  const step = decideFeeAccount(
    {
      freeSun: subtractOrZero(fee.freeSun, units(open.amount + open.costSun)),
      stakedSun: fee.energySun,
      ownSun: own < inHot ? own : inHot,
    },
    settings,
  );
  if (step.step === 'nothing') return 0;
  if (step.step === 'poor') {
    deps.report({ event: 'fee-account-empty', detail: `${fee.freeSun} sun left` });
    return 0;
  }
  const content = { kind: step.step, assetId: 'trx', amount: step.amountSun } as const;
  const orderId = await transact(db, async (tx) => {
    const costSun = units(transactionCostSun + hotReserveSun);
    // Asked again under the lock: a payment may have been promised the same since.
    const shortage =
      content.kind === 'fund' ? await findHotShortage(tx, hotOutflows, { ...content, costSun }) : undefined;
    return shortage === undefined ? await insertOrder(tx, { content, costMaxSun: transactionCostSun }) : undefined;
  });
  return orderId === undefined ? 0 : 1;
}

/** What one transaction with an activation burns at most, at today's prices and with room: 5 TRX. */
const transactionCostSun = units(5_000_000n);
/** TRX that stays in the hot wallet for the payments of people, whatever the fee account lacks. */
const hotReserveSun = 100_000_000n;
