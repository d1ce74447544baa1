import type { DepositId, PersonId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { multiplyFloor } from '@tern/money/ratio';
import { zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { findFreezes } from '../../people/accounts/public.ts';
import type { FindPrice } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { lockIncentiveStanding } from '../incentives/public.ts';
import { automaticRefusals, decideBonusState } from './bonus.ts';
import { payBonus } from './pay-bonus.ts';
import { getPromotionFunds } from './promotion-funds.ts';
import { countActivationsFrom, insertActivation, insertGrant, lockCampaign, sumPaidToday } from './promotion-store.ts';
import { refuseBonus } from './refuse-bonus.ts';

export type ActivationDeps = {
  readonly findPrice: FindPrice;
  /** Least top-up that activates, in USDT base units. */
  readonly minimum: Units;
  /** Reward token base units; zero pays none. */
  readonly bonus: Units;
  /** Most bonuses of one UTC day together, in reward token base units. */
  readonly dailyBudget: Units;
  /** Accounts one source address may activate before an operator looks. */
  readonly accountsPerSource: number;
  /** Addresses many strangers pay from, such as an exchange's or the development faucet's: they make no cluster. */
  readonly sharedSources: ReadonlySet<TronAddress>;
  /** Where no bonus is given, as ISO 3166-1 alpha-2. */
  readonly closedCountries: readonly string[];
  /** How long a declared country can be corrected; bonuses wait for that. */
  readonly countryCorrectionMinutes: number;
};

/** A credited top-up, as far as activation cares. */
export type TopUp = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly walletAddress: TronAddress;
  readonly depositId: DepositId;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** Who signed the chain transaction. */
  readonly sourceAddress: TronAddress;
};

/**
 * Activates the account when this credited top-up is its first of at least the minimum, at the price of this moment, and
 * decides its bonus, all in the transaction of the credit. Does nothing otherwise.
 */
export async function considerActivation(tx: DbTx, deps: ActivationDeps, topUp: TopUp): Promise<void> {
  const price = await deps.findPrice(tx, topUp.assetId);
  if (price === undefined || multiplyFloor(topUp.amount, price.ratio) < deps.minimum) return;
  if (!(await insertActivation(tx, topUp))) return;
  await notifyPeople(tx, [{ personId: topUp.personId, topic: 'account' }]);
  if (deps.bonus === zero) return;

  await lockCampaign(tx);
  const grant = { personId: topUp.personId, walletId: topUp.walletId, amount: deps.bonus };
  const shared = deps.sharedSources.has(topUp.sourceAddress);
  const state = decideBonusState({
    bonus: deps.bonus,
    funds: await getPromotionFunds(tx),
    paidToday: await sumPaidToday(tx),
    dailyBudget: deps.dailyBudget,
    stopped: await areIncentivesStopped(tx, 'reward'),
    isOnHold: (await findFreezes(tx, [topUp.personId])).size > 0,
    accountsOfSource: shared ? undefined : await countActivationsFrom(tx, topUp.sourceAddress),
    accountsPerSource: deps.accountsPerSource,
    ...(await lockIncentiveStanding(tx, deps, topUp.personId)),
  });
  if (state === 'paid') await payBonus(tx, grant);
  else if (state === 'refused' || state === 'ended') await refuseBonus(tx, grant, automaticRefusals[state]);
  else await insertGrant(tx, grant, state);
}
