import type { DepositId, OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { closeWallets, type Wallet } from '../../people/wallets/public.ts';
import { assignSuspense } from './decide-quarantine.ts';
import { giveDepositToHouse } from './give-to-house.ts';
import { listQuarantine } from './list-quarantine.ts';
import { castVote, lockSubject } from './quarantine-store.ts';
import { writeDecision } from './quarantine.ts';
import { settleSuspense } from './settle-suspense.ts';
import { stranger, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { addressOf, tokenCall } from './testing/scripted-chain.ts';

// Goal: money in suspense is of the wallet that two operators named first, whoever else names another, at whatever moment. Method: two
// pairs of operators, with the lock of the deposit held while the second votes of both, or the worker, wait for it.

let world: DepositWorld;
let operators: readonly OperatorId[];
let deposits = 0;
beforeAll(async () => {
  world = await openDepositWorld();
  const { db } = world.database;
  operators = [
    await addOperator(db, { name: 'ada' }),
    await addOperator(db, { name: 'bob' }),
    await addOperator(db, { name: 'cy' }),
    await addOperator(db, { name: 'dan' }),
  ];
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const million = 1_000_000n;
const settle = () => settleSuspense(world.deps, { limit: 10 });

/** Five million that came to an address of ours that is nobody's, and two wallets that it may be of. */
async function suspended(): Promise<{ readonly depositId: DepositId; readonly one: Wallet; readonly other: Wallet }> {
  const [one, other] = [await world.newWallet(), await world.newWallet()];
  deposits += 1;
  const logs = [
    {
      contract: usdtContract,
      from: stranger,
      to: addressOf(`deposit address ${299 - deposits}`),
      amount: 5n * million,
    },
  ];
  world.chain.mine(tokenCall({ caller: stranger, logs }));
  world.solidify();
  await world.catchUp();
  const item = (await listQuarantine(world.database.db)).suspense.at(-1);
  if (item === undefined) throw new Error('nothing is in suspense');
  return { depositId: item.depositId, one, other };
}

const assign = (depositId: DepositId, { address }: Wallet, operator: number) =>
  assignSuspense(world.database.asConsole, {
    depositId,
    address,
    operatorId: operators[operator] as OperatorId,
    reason: 'proved by a signed message',
  });

/** A vote without a look at what is decided, as a process of the version before casts it. */
const voteAnyway = (depositId: DepositId, { id: walletId }: Wallet, operator: number): Promise<void> =>
  transact(world.database.asConsole, async (tx) => {
    const operatorId = operators[operator] as OperatorId;
    await lockSubject(tx, `deposit:${depositId}`);
    const decision = writeDecision({ kind: 'assign', walletId });
    await castVote(tx, { subject: `deposit:${depositId}`, operatorId, decision, reason: 'theirs' });
    await recordOperatorAction(tx, {
      operatorId,
      kind: 'suspense-assigned',
      subject: depositId,
      details: { walletId },
    });
  });

const balances = async (...wallets: readonly Wallet[]): Promise<readonly bigint[]> => {
  const found: bigint[] = [];
  for (const wallet of wallets) found.push(await world.balanceOf(wallet, 'usdt'));
  return found;
};

test('of two pairs whose second votes come at one moment, the first decides and the other is told that it is decided', async () => {
  const { depositId, one, other } = await suspended();
  expect(await assign(depositId, one, 0)).toBe('second-operator-needed');
  expect(await assign(depositId, other, 2)).toBe('second-operator-needed');
  const [first, second] = await transact(world.database.db, async (tx) => {
    await lockSubject(tx, `deposit:${depositId}`);
    const said = assign(depositId, one, 1);
    await untilLocksAwaited(world.database.db, 1);
    const late = assign(depositId, other, 3);
    await untilLocksAwaited(world.database.db, 2);
    return [{ said }, { late }] as const;
  });
  expect([await first.said, await second.late]).toEqual(['done', 'not-found']);
  expect(await settle()).toBe(1);
  expect(await balances(one, other)).toEqual([5n * million, 0n]);
});

test('what two operators have named is nobody’s to take elsewhere, while the worker has still to credit it', async () => {
  const { depositId, one, other } = await suspended();
  expect(await assign(depositId, one, 0)).toBe('second-operator-needed');
  expect(await assign(depositId, one, 1)).toBe('done');
  expect(await assign(depositId, other, 0)).toBe('not-found');
  for (const operator of [2, 3]) {
    const operatorId = operators[operator] as OperatorId;
    expect(
      await giveDepositToHouse(world.database.asConsole, { depositId, operatorId, reason: 'nobody asks for it' }),
    ).toBe('not-found');
  }
  expect(await settle()).toBe(1);
  expect(await balances(one, other)).toEqual([5n * million, 0n]);
});

test('two pairs that a version before left are decided by the one that was complete first', async () => {
  for (const order of ['one', 'other'] as const) {
    const { depositId, ...wallets } = await suspended();
    const [early, late] = order === 'one' ? [wallets.one, wallets.other] : [wallets.other, wallets.one];
    await voteAnyway(depositId, late, 2);
    await voteAnyway(depositId, early, 0);
    await voteAnyway(depositId, early, 1);
    await voteAnyway(depositId, late, 3);
    expect(await settle()).toBe(1);
    expect(await balances(early, late)).toEqual([5n * million, 0n]);
  }
});

test('the worker credits nobody whose votes went to another between its look and its turn', async () => {
  const { depositId, one, other } = await suspended();
  for (const operator of [0, 1]) await voteAnyway(depositId, one, operator);
  const { worked } = await transact(world.database.db, async (tx) => {
    await lockSubject(tx, `deposit:${depositId}`);
    const work = settle();
    await untilLocksAwaited(world.database.db, 1);
    for (const operatorId of operators.slice(0, 2))
      await tx
        .updateTable('quarantine_votes')
        .set({ decision: writeDecision({ kind: 'assign', walletId: other.id }) })
        .where('subject', '=', `deposit:${depositId}`)
        .where('operator_id', '=', operatorId)
        .execute();
    for (const operatorId of operators.slice(0, 2))
      await recordOperatorAction(tx, { operatorId, kind: 'suspense-assigned', subject: depositId });
    return { worked: work };
  });
  await worked;
  expect(await balances(one, other)).toEqual([0n, 0n]);
  expect(await settle()).toBe(1);
  expect(await balances(one, other)).toEqual([0n, 5n * million]);
});

test('where the named wallet closes before it is credited, two operators can name another', async () => {
  const { depositId, one, other } = await suspended();
  for (const operator of [0, 1]) await assign(depositId, one, operator);
  await transact(world.database.asWorker, (tx) => closeWallets(tx, one.personId));
  expect(await settle()).toBe(0);
  expect(await assign(depositId, other, 2)).toBe('second-operator-needed');
  expect(await assign(depositId, other, 3)).toBe('done');
  expect(await settle()).toBe(1);
  expect(await balances(one, other)).toEqual([0n, 5n * million]);
});
