import type { OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { addressToHex, type TronAddress } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRefusals, insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { listRecords } from '../../people/records/list-records.ts';
import { closeWallets, type Wallet } from '../../people/wallets/public.ts';
import { assignSuspense, dismissQuarantined } from './decide-quarantine.ts';
import { giveDepositToHouse, giveSurplusToHouse } from './give-to-house.ts';
import { listOverdue } from './list-overdue.ts';
import { listQuarantine } from './list-quarantine.ts';
import { settleSuspense } from './settle-suspense.ts';
import { million, stranger, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { addressOf, otherTransaction, tokenCall, trxTransfer } from './testing/scripted-chain.ts';

let world: DepositWorld;
let ada: OperatorId;
let bob: OperatorId;
beforeAll(async () => {
  world = await openDepositWorld();
  ada = await addOperator(world.database.db, { name: 'ada' });
  bob = await addOperator(world.database.db, { name: 'bob' });
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const db = () => world.database.asConsole;

async function arrive(to: TronAddress, amount: bigint): Promise<void> {
  const logs = [{ contract: usdtContract, from: stranger, to, amount }];
  world.chain.mine(tokenCall({ caller: stranger, logs }));
  world.solidify();
  await world.catchUp();
}

async function recordsOf(wallet: Wallet) {
  const deps = { db: world.database.asApi, confirmations: 19 };
  return (await listRecords(deps, { personId: wallet.personId, filter: 'all', limit: 100 })).records;
}

test('M43 money in suspense is not credited to an account that has closed since it was named', async () => {
  const wallet = await world.newWallet();
  await arrive(addressOf('deposit address 297'), 25_000_000n);
  const depositId = (await listQuarantine(db())).suspense[0]?.depositId as never;
  for (const operatorId of [ada, bob])
    await assignSuspense(db(), {
      depositId,
      address: wallet.address,
      operatorId,
      reason: 'proved by a signed message',
    });
  await transact(world.database.asWorker, (tx) => closeWallets(tx, wallet.personId));
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(0);
  expect(await world.balanceOf(wallet, 'usdt')).toBe(0n);
  // It waits for operators as before; here for the house.
  for (const operatorId of [ada, bob])
    await giveDepositToHouse(db(), { depositId, operatorId, reason: 'they have left' });
  expect((await listQuarantine(db())).suspense).toEqual([]);
});

test('money in suspense is credited once two different operators have named the same wallet', async () => {
  const wallet = await world.newWallet();
  const other = await world.newWallet();
  const free = addressOf('deposit address 298');
  await arrive(free, 25_000_000n);
  const [item] = (await listQuarantine(db())).suspense;
  expect(item).toMatchObject({ to: free, amount: 25_000_000n, reason: 'unassigned-address', votes: 0 });
  const depositId = item?.depositId as never;
  const assign = (operatorId: OperatorId, to: Wallet, reason = 'proved by a signed message') =>
    assignSuspense(db(), { depositId, address: to.address, operatorId, reason });

  expect(await assign(ada, wallet, '  ')).toBe('reason-needed');
  expect(await assignSuspense(db(), { depositId, address: free, operatorId: ada, reason: 'nobody' })).toBe(
    'no-such-wallet',
  );
  expect(await assign(ada, wallet)).toBe('second-operator-needed');
  expect(await assign(ada, wallet)).toBe('second-operator-needed');
  expect(await assign(bob, other)).toBe('second-operator-needed');
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(0);
  expect(await assign(bob, wallet)).toBe('done');

  const suspense = await world.houseBalance('suspense', 'usdt');
  const settled = await Promise.all([1, 2, 3].map(() => settleSuspense(world.deps, { limit: 10 })));
  expect(Math.max(...settled)).toBe(1);
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(0);
  expect(await world.balanceOf(wallet, 'usdt')).toBe(25_000_000n);
  expect(await world.balanceOf(other, 'usdt')).toBe(0n);
  expect(suspense - (await world.houseBalance('suspense', 'usdt'))).toBe(25_000_000n);
  expect(await recordsOf(wallet)).toMatchObject([{ type: 'incoming', status: 'success', amount: '25000000' }]);
  expect((await listQuarantine(db())).suspense).toEqual([]);
  expect(await assign(ada, wallet)).toBe('not-found');
  const { rows } = await world.database.db.pool.query(
    'SELECT count(*)::int AS active FROM activations WHERE person_id = $1',
    [wallet.personId],
  );
  expect(rows).toEqual([{ active: 1 }]);
});

test('O02 nobody names a wallet as the owner of money in suspense that is theirs or of somebody close to them', async () => {
  const [wallet, other] = [await world.newWallet(), await world.newWallet()];
  await arrive(addressOf('deposit address 291'), 7_000_000n);
  const [item] = (await listQuarantine(db())).suspense;
  const depositId = item?.depositId as never;
  await world.database.db.pool.query(
    `INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
     VALUES ($1, '20000001', 'AAAAAAAA', now(), now())`,
    [wallet.personId],
  );
  await transact(db(), async (tx) => {
    await insertOwnAccount(tx, ada, wallet.personId);
    await recordOperatorAction(tx, { operatorId: ada, kind: 'account-declared', subject: wallet.personId });
  });
  const assign = (operatorId: OperatorId, to: Wallet) =>
    assignSuspense(db(), { depositId, address: to.address, operatorId, reason: 'proved by a signed message' });
  const tries = await countRefusals(db().kysely);
  expect(await assign(ada, wallet)).toBe('own-account');
  expect(await assign(bob, wallet)).toBe('second-operator-needed');
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(0);
  expect(await countRefusals(db().kysely)).toEqual(
    tries.map((each) => (each.reason === 'own-account' ? { ...each, tries: each.tries + 1 } : each)),
  );
  // Of others’ money the same operator decides as before.
  expect(await assign(ada, other)).toBe('second-operator-needed');
  expect(await assign(bob, other)).toBe('done');
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(1);
  expect(await world.balanceOf(other, 'usdt')).toBe(7_000_000n);
});

test('money in suspense is the house’s once two different operators say so, and nobody else’s afterwards', async () => {
  const wallet = await world.newWallet();
  await arrive(addressOf('deposit address 296'), 9_000_000n);
  const [item] = (await listQuarantine(db())).suspense;
  const depositId = item?.depositId as never;
  const capital = await world.houseBalance('capital', 'usdt');
  const give = (operatorId: OperatorId) => giveDepositToHouse(db(), { depositId, operatorId, reason: 'sent by us' });
  expect(await give(ada)).toBe('second-operator-needed');
  expect(await give(ada)).toBe('second-operator-needed');
  const assign = { depositId, address: wallet.address, operatorId: bob, reason: 'theirs' };
  expect(await assignSuspense(db(), assign)).toBe('second-operator-needed');
  expect((await Promise.all([give(bob), give(bob)])).toSorted()).toEqual(['done', 'not-found']);
  expect((await world.houseBalance('capital', 'usdt')) - capital).toBe(9_000_000n);
  expect(await world.houseBalance('suspense', 'usdt')).toBe(0n);
  expect(await assignSuspense(db(), assign)).toBe('not-found');
  expect(await settleSuspense(world.deps, { limit: 10 })).toBe(0);
});

test('a surplus without a deposit is the house’s once two say the same amount, never more than there is', async () => {
  await arrive(addressOf('deposit address 295'), 4_000_000n);
  await transact(world.database.asWorker, async (tx) => {
    const [debit, credit] = [await houseAccount(tx, 'custody:hot', 'usdt'), await houseAccount(tx, 'suspense', 'usdt')];
    const legs = [{ debit, credit, asset: 'usdt', amount: units(1_000n), code: 'unidentified' } as const];
    await postJournal(tx, { key: 'reconciliation:test', kind: 'deposit-unidentified', legs, details: {} });
  });
  const give = (operatorId: OperatorId, amount: bigint) =>
    giveSurplusToHouse(db(), { assetId: 'usdt', amount: units(amount), operatorId, reason: 'a gift of the chain' });
  // The deposit beside it is not a surplus.
  expect(await give(ada, 1_001n)).toBe('not-found');
  expect(await give(ada, 1_000n)).toBe('second-operator-needed');
  expect(await give(bob, 999n)).toBe('second-operator-needed');
  expect(await give(bob, 1_000n)).toBe('done');
  expect(await give(ada, 1n)).toBe('not-found');
  expect(await world.houseBalance('suspense', 'usdt')).toBe(4_000_000n);
  const [item] = (await listQuarantine(db())).suspense;
  const depositId = item?.depositId as never;
  for (const operatorId of [ada, bob]) await giveDepositToHouse(db(), { depositId, operatorId, reason: 'tidy up' });
});

test('noise is counted and closed by its reason; what matters is closed one by one, with a reason, and stays on record', async () => {
  const wallet = await world.newWallet();
  const fakes = Array.from({ length: 30 }, (_, index) => ({
    contract: addressOf(`fake ${index}`),
    from: stranger,
    to: wallet.address,
    amount: 1_000n,
  }));
  world.chain.mine(
    ...fakes.map((log) => tokenCall({ caller: stranger, logs: [log] })),
    trxTransfer({ from: stranger, to: wallet.address, amountSun: 5 * million, contractRet: 'DEFAULT' }),
  );
  world.solidify();
  await world.catchUp();
  const { grave, noise } = await listQuarantine(db());
  expect(noise).toMatchObject([{ reason: 'unlisted-token', items: 30 }]);
  expect(grave).toMatchObject([{ reason: 'unclear-result', to: wallet.address, amount: 5_000_000n }]);
  const say = { operatorId: ada, reason: 'looked at' };
  expect(await dismissQuarantined(db(), { subject: 'unclear-result', ...say })).toBe('not-found');
  expect(await dismissQuarantined(db(), { subject: 'unlisted-token', ...say })).toBe('done');
  expect(await dismissQuarantined(db(), { subject: String(grave[0]?.id), ...say })).toBe('done');
  expect(await dismissQuarantined(db(), { subject: String(grave[0]?.id), ...say })).toBe('not-found');
  expect(await listQuarantine(db())).toMatchObject({ grave: [], noise: [] });
  const { rows } = await world.database.db.pool.query(
    "SELECT kind, details FROM operator_actions WHERE kind = 'quarantine-dismissed' ORDER BY id",
  );
  expect(rows).toMatchObject([{ details: { items: 30, reason: 'looked at' } }, { details: { items: 1 } }]);
});

test('what nobody looks at shows by its age; noise never does', async () => {
  const wallet = await world.newWallet();
  await arrive(addressOf('deposit address 297'), 1_000n);
  world.chain.mine(
    otherTransaction('AccountPermissionUpdateContract', { owner_address: addressToHex(wallet.address) }),
    otherTransaction('AccountCreateContract', {
      owner_address: addressToHex(stranger),
      account_address: addressToHex(wallet.address),
    }),
  );
  world.solidify();
  await world.catchUp();
  expect(await listOverdue(db())).toEqual([]);
  await world.database.db.pool.query(
    "UPDATE quarantined_inflows SET created_at = now() - interval '6 minutes' WHERE dismissed_at IS NULL",
  );
  expect((await listOverdue(db())).map(({ what, items }) => `${items} ${what}`)).toEqual(['1 permission-change']);
  await world.database.db.pool.query("UPDATE deposits SET created_at = now() - interval '25 hours'");
  expect((await listOverdue(db())).map(({ what, items }) => `${items} ${what}`)).toEqual([
    '1 permission-change',
    '1 suspense',
  ]);
});
