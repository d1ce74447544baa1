import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { add, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { findAgreedPrice, type PriceRules } from '../../chain/prices/public.ts';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { showPlaces, type Reserves } from '../reconciliation/public.ts';
import type { FeeAccountSettings, HotSettings } from '../treasury/public.ts';
import { listRestrictedAccounts, readSetAside } from './first-steps-store.ts';

/** What an empty installation has to be given before people can use all of it, in the order in which it is given. */
export const firstSteps = [
  'accounts-known',
  'hot-wallet-funded',
  'fee-account-funded',
  'energy-staked',
  'cold-address',
  'accounts-restricted',
  'prices-agreed',
  'bonus-funded',
  'pool-funded',
] as const;
export type FirstStepName = (typeof firstSteps)[number];

/** `not needed`: the settings ask for none of it. */
export type FirstStepState = 'done' | 'open' | 'not needed';

/** An account of the house that lives on what is paid to its address. */
export type ToFund = {
  readonly account: 'hot' | 'fee';
  readonly address: TronAddress;
  readonly assetId: AssetId;
  readonly minimum: Units;
  /** By the newest comparison with the chain; undefined before there was one. */
  readonly present: { readonly amount: bigint; readonly at: Date } | undefined;
};

export type FirstSteps = {
  readonly steps: readonly { readonly step: FirstStepName; readonly state: FirstStepState }[];
  readonly toFund: readonly ToFund[];
};

export type FirstStepSettings = {
  readonly hot: HotSettings;
  readonly fee: FeeAccountSettings;
  readonly prices: PriceRules;
  /** What an activation pays, in base units of the reward token; zero pays none. */
  readonly bonus: Units;
};

/** How far the installation has come. Nothing is remembered: each tick is what is true now. */
export async function findFirstSteps(db: DbReader, settings: FirstStepSettings): Promise<FirstSteps> {
  const [accounts, assets, restricted, bonuses, pool, trx, reward] = await Promise.all([
    findSignerAccounts(db),
    showPlaces(db, settings.hot),
    listRestrictedAccounts(db),
    readSetAside(db, 'promotion:activation'),
    readSetAside(db, 'reward-pool'),
    findAgreedPrice(db, settings.prices, 'trx'),
    findAgreedPrice(db, settings.prices, 'reward'),
  ]);
  const toFund = accounts === undefined ? [] : listToFund(accounts, assets, settings.fee);
  const isFunded = (wanted: ToFund['account']): boolean => {
    const own = toFund.filter(({ account }) => account === wanted);
    return own.length > 0 && own.every(({ present, minimum }) => present !== undefined && present.amount >= minimum);
  };
  const staked = assets.find(({ assetId }) => assetId === 'trx')?.money.stake.staked ?? 0n;
  const isDone: Record<Exclude<FirstStepName, 'energy-staked'>, boolean> = {
    'accounts-known': accounts !== undefined,
    'hot-wallet-funded': isFunded('hot'),
    'fee-account-funded': isFunded('fee'),
    'cold-address': accounts?.cold !== undefined,
    'accounts-restricted': restricted.includes('hot') && restricted.includes('fee'),
    'prices-agreed': trx.outcome === 'agreed' && reward.outcome === 'agreed',
    'bonus-funded': bonuses >= settings.bonus,
    'pool-funded': pool > 0n,
  };
  const stateOf = (step: FirstStepName): FirstStepState => {
    if (step === 'bonus-funded' && settings.bonus === 0n) return 'not needed';
    if (step !== 'energy-staked') return isDone[step] ? 'done' : 'open';
    if (settings.fee.stakeSun === 0n) return 'not needed';
    return staked >= settings.fee.stakeSun ? 'done' : 'open';
  };
  return { steps: firstSteps.map((step) => ({ step, state: stateOf(step) })), toFund };
}

function listToFund(
  accounts: { readonly hot: TronAddress; readonly fee: TronAddress },
  assets: Reserves['assets'],
  fee: FeeAccountSettings,
): readonly ToFund[] {
  const presentAt = (place: 'hot' | 'energy', assetId: AssetId): ToFund['present'] => {
    const sample = assets.find((each) => each.assetId === assetId)?.samples.find((each) => each.place === place);
    return sample && { amount: sample.chain, at: sample.at };
  };
  const hot = assetIds.flatMap((assetId) => {
    const level = assets.find((each) => each.assetId === assetId)?.hot.level;
    if (level === undefined) return [];
    return [
      {
        account: 'hot',
        address: accounts.hot,
        assetId,
        minimum: level.floor,
        present: presentAt('hot', assetId),
      } as const,
    ];
  });
  // What is staked lies there too, and counts as there.
  const feeMinimum = add(fee.freeMinSun, fee.stakeSun);
  const present = presentAt('energy', 'trx');
  return [...hot, { account: 'fee', address: accounts.fee, assetId: 'trx', minimum: feeMinimum, present }];
}
