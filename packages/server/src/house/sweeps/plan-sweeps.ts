import type { Database } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { max, units, zero, type Units } from '@tern/money/units';
import { getAccount } from '@tern/tron/get-account';
import { getAccountResources } from '@tern/tron/get-account-resources';
import { getChainParameters, type ChainParameters } from '@tern/tron/get-chain-parameters';
import { getDelegatableEnergy, type DelegatableEnergy } from '@tern/tron/get-delegatable-energy';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import { energyOfStake, stakeOfEnergy } from '../../chain/energy/public.ts';
import { withAnyNode } from '../../chain/orders/public.ts';
import { estimateCost } from '../../money/transfers/public.ts';
import { listAddressPlaces } from '../../people/wallets/public.ts';
import {
  insertOrder,
  listBusyAddresses,
  listPreparedAddresses,
  listServedDelegations,
  sumOpenDelegations,
  type DepositPlace,
  type TreasuryDeps,
} from '../treasury/public.ts';
import { decideSweep, type SweepFacts } from './decide-sweep.ts';
import { collectHoldings, findHeldTrx, takeHoldings, type Holding } from './holdings-store.ts';

export type SweepSettings = {
  /** Least holding of an address that is swept. */
  readonly from: Readonly<Record<AssetId, Units>>;
  /** Most expensive sweep the house accepts, everything counted. */
  readonly costMaxSun: Units;
  /** Added to the simulated energy, for what changes until the sweep is in a block. */
  readonly energyMarginPercent: number;
  /** When a holding is thought about again. */
  readonly restMs: number;
  /** When an address is tried again after something came to nothing. */
  readonly restAfterFailureMs: number;
  /** Longest time delegated energy waits for its sweep. */
  readonly delegationMs: number;
};

export const sweepDefaults: Omit<SweepSettings, 'from' | 'costMaxSun'> = {
  energyMarginPercent: 10,
  restMs: 20_000,
  restAfterFailureMs: 10 * 60_000,
  delegationMs: 30 * 60_000,
};

/** What the hot wallet lacks is fetched from smaller holdings too. */
const urgentDivisor = 10n;

export type PlanSweepsDeps = Pick<TreasuryDeps, 'db' | 'nodes' | 'contracts' | 'accounts' | 'report'> & {
  readonly settings: SweepSettings;
  /** Assets of which the hot wallet has less than its floor. */
  readonly findUrgent: (db: Database) => Promise<ReadonlySet<AssetId>>;
};

/**
 * Looks at deposit addresses with enough on them and orders the next step for each: TRX, energy, or the sweep itself.
 * Takes back energy that has served. Every step is decided from what is true now, so a worker that died in between
 * leaves nothing behind. Returns how many orders were made. Throws `NodeFault`.
 */
export async function planSweeps(deps: PlanSweepsDeps, { limit }: { readonly limit: number }): Promise<number> {
  const { db, settings } = deps;
  while ((await collectHoldings(db, { limit: 500 })) > 0);
  const urgent = await deps.findUrgent(db);
  let ordered = await takeBackLoans(deps, limit);
  const again = await listPreparedAddresses(db.kysely, { withinMs: settings.restMs });
  const holdings: Holding[] = [];
  for (const assetId of assetIds) {
    const from = urgent.has(assetId)
      ? max(units(settings.from[assetId] / urgentDivisor), units(1n))
      : settings.from[assetId];
    holdings.push(...(await takeHoldings(db, { assetId, from, restMs: settings.restMs, again, limit })));
  }
  if (holdings.length === 0) return ordered;
  const market = await withAnyNode(deps.nodes, (node) => readMarket(deps, node));
  const places = await findPlaces(deps, holdings);
  for (const holding of holdings) {
    const place = places.get(holding.address);
    if (place !== undefined && (await orderNextStep(deps, { holding, place, market }))) {
      // One order of an address at a time: its other assets come later.
      places.delete(holding.address);
      ordered += 1;
    }
  }
  return ordered;
}

/** Addresses the signer can sign for and where nothing is under way. */
async function findPlaces(deps: PlanSweepsDeps, holdings: readonly Holding[]): Promise<Map<string, DepositPlace>> {
  const addresses = [...new Set(holdings.map(({ address }) => address))];
  const busy = await listBusyAddresses(deps.db.kysely, { addresses, restMs: deps.settings.restAfterFailureMs });
  const places = await listAddressPlaces(
    deps.db.kysely,
    addresses.filter((address) => !busy.has(address)),
  );
  return new Map(places.map((place) => [place.address, place]));
}

/** What one round knows of prices and of the fee account, and the node that said so. `delegatableSun` shrinks as the round delegates. */
type Market = {
  readonly node: TronNode;
  readonly parameters: ChainParameters;
  readonly rate: DelegatableEnergy;
  delegatableSun: bigint;
  /** Bandwidth the fee account has for its own transactions; shrinks too. */
  feeBandwidth: number;
};

async function readMarket({ db, accounts }: PlanSweepsDeps, node: TronNode): Promise<Market> {
  const [parameters, rate, own, openSun] = await Promise.all([
    getChainParameters(node),
    getDelegatableEnergy(node, accounts.fee),
    getAccountResources(node, accounts.fee),
    sumOpenDelegations(db.kysely),
  ]);
  return {
    node,
    parameters,
    rate,
    delegatableSun: rate.stakeSun > openSun ? rate.stakeSun - openSun : 0n,
    feeBandwidth: Math.max(own.freeBandwidth, own.stakedBandwidth),
  };
}

/** Bandwidth of one transaction of the fee account: a transfer or a delegation is about 270 points, never more than this. */
const houseTransactionBandwidth = 300;

type Step = { readonly holding: Holding; readonly place: DepositPlace; readonly market: Market };

async function orderNextStep(deps: PlanSweepsDeps, { holding, place, market }: Step): Promise<boolean> {
  const facts = await readFacts(deps, { holding, place, market });
  if (facts === undefined) return false;
  const next = decideSweep(facts);
  const { assetId } = holding;
  switch (next.step) {
    case 'wait':
      deps.report({ event: 'sweep-waits', assetId, detail: `${place.address}: ${next.reason}` });
      return false;
    case 'sweep':
      return await order(deps, {
        content: { kind: 'sweep', assetId, amount: next.amount, place },
        costMaxSun: next.costMaxSun,
      });
    case 'top-up':
      market.feeBandwidth -= houseTransactionBandwidth;
      return await order(deps, {
        content: { kind: 'top-up', assetId: 'trx', amount: next.amountSun, place },
        costMaxSun: next.costMaxSun,
      });
    case 'delegate': {
      const amount = stakeOfEnergy(next.energy, market.rate);
      if (amount === undefined || amount > market.delegatableSun) return false;
      market.delegatableSun -= amount;
      market.feeBandwidth -= 2 * houseTransactionBandwidth;
      return await order(deps, {
        content: { kind: 'delegate', assetId: 'trx', amount, place },
        costMaxSun: facts.delegationCostSun,
      });
    }
  }
}

async function order({ db }: PlanSweepsDeps, wanted: Parameters<typeof insertOrder>[1]): Promise<boolean> {
  return (await insertOrder(db.kysely, wanted)) !== undefined;
}

/** Undefined where the token's contract refuses the transfer now: then nothing can be planned. */
async function readFacts(deps: PlanSweepsDeps, { holding, place, market }: Step): Promise<SweepFacts | undefined> {
  const { db, contracts, accounts, settings } = deps;
  const { assetId, amount } = holding;
  const { node, parameters } = market;
  const contract = assetId === 'trx' ? undefined : contracts[assetId];
  const view = 'solid' as const;
  const [account, solid, own, heldTrx, onChain] = await Promise.all([
    getAccount(node, { view: 'head', address: place.address }),
    getAccount(node, { view, address: place.address }),
    getAccountResources(node, place.address),
    findHeldTrx(db.kysely, place.address),
    contract === undefined ? undefined : getTokenBalance(node, { view, contract, owner: place.address }),
  ]);
  const estimate = await estimateCost(node, {
    from: place.address,
    to: accounts.hot,
    contract,
    amount,
    activated: true,
  });
  if (estimate === undefined) {
    deps.report({ event: 'sweep-waits', assetId, detail: `${place.address}: the contract refuses` });
    return undefined;
  }
  const energy = parameters.energyPriceSun === 0n ? 0n : estimate.energyCostSun / parameters.energyPriceSun;
  const houseCostSun =
    market.feeBandwidth >= houseTransactionBandwidth
      ? zero
      : units(BigInt(houseTransactionBandwidth) * parameters.bandwidthPriceSun);
  return {
    assetIsTrx: assetId === 'trx',
    amount,
    onChain: onChain ?? solid.balanceSun,
    activated: account.activated,
    trxSun: account.balanceSun,
    bookedTrxSun: heldTrx > 0n ? units(heldTrx) : zero,
    energyNeeded: (energy * BigInt(100 + settings.energyMarginPercent) + 99n) / 100n,
    energyAtHand: BigInt(own.energy),
    energyDelegatable: energyOfStake(units(market.delegatableSun), market.rate),
    bandwidthNeeded: (estimate.costSun - estimate.energyCostSun) / max(parameters.bandwidthPriceSun, units(1n)),
    // An address that is not on the chain yet will have the free daily points once it is.
    bandwidthAtHand: account.activated ? BigInt(Math.max(own.freeBandwidth, own.stakedBandwidth)) : freeDailyBandwidth,
    energyPriceSun: parameters.energyPriceSun,
    bandwidthPriceSun: parameters.bandwidthPriceSun,
    topUpCostSun: houseCostSun,
    delegationCostSun: houseCostSun,
    activationCostSun: units(parameters.activationFeeSun + parameters.activationBandwidthFeeSun),
    costMaxSun: settings.costMaxSun,
  };
}

/** What the network gives every account each day. Only how many steps are planned depends on it, no money. */
const freeDailyBandwidth = 600n;

async function takeBackLoans(deps: PlanSweepsDeps, limit: number): Promise<number> {
  let ordered = 0;
  for (const { place, amount } of await listServedDelegations(deps.db.kysely, {
    serveMs: deps.settings.delegationMs,
    limit,
  })) {
    const content = { kind: 'undelegate', assetId: 'trx', amount, place } as const;
    if (await order(deps, { content, costMaxSun: zero })) ordered += 1;
  }
  return ordered;
}
