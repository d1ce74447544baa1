import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { houseAccount, openCustomerAccounts } from './account.ts';
import type { HouseAccountCode } from './chart.ts';
import type { AccountId } from './ids.ts';
import { leg, post } from './test-books.ts';

/** A person with a wallet, and the wallet's accounts. */
type ExamplePerson = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly usdt: AccountId;
  readonly reward: AccountId;
};

/**
 * What the examples of this package may name, besides its exports and `units`:
 *
 * - `alice`, `bob`: people, each with `personId`, `walletId` and the accounts `usdt` and `reward`; Alice has 100 USDT
 *   (100,000,000 base units), all other accounts are empty
 * - `house`: accounts of the house: `deposits` (custody:deposit), `hot` (custody:hot) and `income` (fee-income) of USDT,
 *   and `pool` (reward-pool) with 1,000,000 base units of the reward token
 * - `tx`: a database transaction of the worker's, which is rolled back after the example
 * - `db`: the worker's database; an example that names it has one of its own
 */
export type ExampleWorld = {
  readonly alice: ExamplePerson;
  readonly bob: ExamplePerson;
  readonly house: Readonly<Record<'deposits' | 'hot' | 'income' | 'pool', AccountId>>;
  readonly units: typeof units;
};

/** Makes the world in empty books. */
export async function createExampleWorld(db: Database): Promise<ExampleWorld> {
  const [alice, bob] = [await openPerson(db), await openPerson(db)];
  const account = (code: HouseAccountCode, asset: 'usdt' | 'reward'): Promise<AccountId> =>
    transact(db, (tx) => houseAccount(tx, code, asset));
  const [deposits, hot] = [await account('custody:deposit', 'usdt'), await account('custody:hot', 'usdt')];
  const [income, pool] = [await account('fee-income', 'usdt'), await account('reward-pool', 'reward')];
  const [cold, capital] = [await account('custody:cold', 'reward'), await account('capital', 'reward')];
  await post(db, { kind: 'deposit', legs: [leg(deposits, alice.usdt, 100_000_000n, 'deposit')] });
  await post(db, { kind: 'treasury-funding', legs: [leg(cold, capital, 1_000_000n, 'funding', 'reward')] });
  await post(db, { kind: 'pool-funding', legs: [leg(capital, pool, 1_000_000n, 'funding', 'reward')] });
  return { alice, bob, house: { deposits, hot, income, pool }, units };
}

async function openPerson(db: Database): Promise<ExamplePerson> {
  const person = { personId: newId<PersonId>(), walletId: newId<WalletId>() };
  const asked = [{ ...person, asset: 'usdt' } as const, { ...person, asset: 'reward' } as const];
  const [usdt, reward] = await transact(db, (tx) => openCustomerAccounts(tx, asked));
  if (usdt === undefined || reward === undefined) throw new Error('no accounts');
  return { ...person, usdt, reward };
}

/** Runs `work` in a database transaction that is rolled back. */
export async function rollingBack(db: Database, work: (tx: DbTx) => Promise<void>): Promise<void> {
  const tx = await db.kysely.startTransaction().execute();
  try {
    await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}
