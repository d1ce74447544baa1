import type { DepositId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { declareCountry } from '../../../people/preferences/declare-country.ts';
import { openTestSession } from '../../../people/sessions/testing/open-test-session.ts';
import type { Wallet } from '../../../people/wallets/public.ts';
import { topUp } from '../../deposits/testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from '../../deposits/testing/deposit-world.ts';
import { addressOf } from '../../deposits/testing/scripted-chain.ts';
import { hasIncentiveSince } from '../../incentives/public.ts';
import { considerActivation, payQueuedBonuses, type TopUp } from '../public.ts';

export type PromotionWorld = Awaited<ReturnType<typeof openPromotionWorld>>;

/** A world of deposits with the steps of a bonus. */
export async function openPromotionWorld() {
  const world = await openDepositWorld({ activation: { dailyBudget: units(2_000n * 10n ** 18n) } });

  /** People with an account who were credited less than the minimum, and the larger top-up that would activate each of them. */
  async function arrangeTopUps(
    count: number,
    sourceOf: (index: number) => TopUp['sourceAddress'],
    country?: string | null,
  ): Promise<TopUp[]> {
    const wallets = await Promise.all(Array.from({ length: count }, () => newAccount(world, country)));
    world.chain.mine(...wallets.map(({ address }) => topUp(address, 1_000_000)));
    world.solidify();
    await world.catchUp();
    const rows = await world.database.db.kysely.selectFrom('deposits').select(['id', 'wallet_id']).execute();
    const depositOf = new Map(rows.map((row) => [row.wallet_id, row.id]));
    return wallets.map(({ id, personId, address }, index) => ({
      personId,
      walletId: id,
      walletAddress: address,
      depositId: depositOf.get(id) as DepositId,
      assetId: 'usdt',
      amount: units(50_000_000n),
      sourceAddress: sourceOf(index),
    }));
  }

  const activate = (topUpOf: TopUp, change: Partial<DepositWorld['deps']['activation']> = {}) =>
    transact(world.database.asWorker, (tx) => considerActivation(tx, { ...world.deps.activation, ...change }, topUpOf));

  const payQueued = (dailyBudget = world.deps.activation.dailyBudget) =>
    payQueuedBonuses({ ...world.deps.activation, db: world.database.asWorker, dailyBudget }, { limit: 100 });

  /** How many of their bonuses are in which state. */
  async function statesOf(topUps: readonly TopUp[]): Promise<Record<string, number>> {
    const rows = await world.database.db.kysely
      .selectFrom('bonus_grants')
      .select('state')
      .where(
        'person_id',
        'in',
        topUps.map(({ personId }) => personId),
      )
      .execute();
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ state }) => state)].map(([state, found]) => [state, found.length]),
    );
  }

  const sayCountry = async ({ personId }: TopUp, country: string) =>
    declareCountry(
      { ...world.deps.activation, db: world.database.asApi, hasIncentiveSince },
      await openTestSession(world.database.db, personId),
      country,
    );

  /** What only time does otherwise: all they have declared is older. */
  const age = (topUps: readonly TopUp[], by: string) =>
    world.database.db.pool.query(
      `UPDATE declared_countries SET declared_at = declared_at - $2::interval,
         first_declared_at = first_declared_at - $2::interval WHERE person_id = ANY ($1)`,
      [topUps.map(({ personId }) => personId), by],
    );

  /** Declared, and long enough ago that it stands. */
  const declare = async (topUps: readonly TopUp[], country: string) => {
    await Promise.all(topUps.map((each) => sayCountry(each, country)));
    await age(topUps, '1 hour');
  };

  return { world, arrangeTopUps, activate, payQueued, statesOf, sayCountry, age, declare };
}

let sources = 0;
/** A source that activates one account alone. */
export const ownSource = () => addressOf(`own source ${(sources += 1)}`);

export const walletOf = ({ walletId }: TopUp) => ({ id: walletId }) as Wallet;

async function newAccount(world: DepositWorld, country?: string | null): Promise<Wallet> {
  const wallet = await world.newWallet(country);
  await openTestSession(world.database.db, wallet.personId);
  return wallet;
}
