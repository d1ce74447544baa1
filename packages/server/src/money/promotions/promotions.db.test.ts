import { transact } from '@tern/db/transact';
import { getBalances } from '@tern/ledger/balances';
import { LedgerError } from '@tern/ledger/error';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeGap, openGap } from '../../chain/reserves/public.ts';
import { listRecords } from '../../people/records/list-records.ts';
import { stranger, usdtContract } from '../deposits/testing/deposit-rules.ts';
import type { DepositWorld } from '../deposits/testing/deposit-world.ts';
import { addressOf, tokenCall, trxTransfer } from '../deposits/testing/scripted-chain.ts';
import { findActivationPrompt } from './activation-prompt.ts';
import { decideBonus, fundPromotion, isPromotionOpen, listWaitingBonuses, type TopUp } from './public.ts';
import { openPromotionWorld, ownSource, walletOf, type PromotionWorld } from './testing/promotion-world.ts';

const token = 10n ** 18n;
const bonus = units(20n * token);

let world: DepositWorld;
let { arrangeTopUps, activate, payQueued, statesOf, declare } = {} as PromotionWorld;
beforeAll(async () => {
  ({ world, arrangeTopUps, activate, payQueued, statesOf, declare } = await openPromotionWorld());
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

test('H02 the promotion is closed until it is funded, and funding needs what the house owns on chain', async () => {
  const { personId } = await world.newWallet();
  const offer = async () =>
    (await findActivationPrompt(world.database.asApi.kysely, world.deps.activation, personId)).bonusOffer;
  expect(await offer(), 'what has not begun has not ended').toBe('closed');
  const input = { amount: units(100n * token), operator: 'test', key: 'too early' };
  await expect(fundPromotion(world.database.asConsole, input)).rejects.toThrow(LedgerError);
  expect(await isPromotionOpen(world.database.asApi, bonus)).toBe(false);
  await world.fundBonuses(10_000n * token);
  expect(await isPromotionOpen(world.database.asApi, bonus)).toBe(true);
  expect(await offer()).toBe('open');
  expect(await isPromotionOpen(world.database.asApi, units(0n))).toBe(false);
});

test('funding under the same key happens once', async () => {
  world.chain.mine(trxTransfer({ from: stranger, to: addressOf('hot'), amountSun: 5 }));
  const before = await world.houseBalance('promotion:activation', 'reward');
  await world.fundBonuses(1_000n * token);
  const again = { amount: units(1_000n * token), operator: 'test', key: String(world.chain.headNumber()) };
  expect(await fundPromotion(world.database.asConsole, again)).toEqual({ replayed: true });
  expect((await world.houseBalance('promotion:activation', 'reward')) - before).toBe(1_000n * token);
});

test('a first top-up of the minimum activates and pays the bonus, with a record of its own', async () => {
  const wallet = await world.newWallet();
  world.chain.mine(
    tokenCall({
      caller: addressOf('a friend'),
      logs: [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 10_000_000n }],
    }),
  );
  world.solidify();
  await world.catchUp();
  expect(await world.balanceOf(wallet, 'reward')).toBe(20n * token);
  const { records } = await listRecords(
    { db: world.database.asApi, confirmations: 19 },
    { personId: wallet.personId, filter: 'all', assetId: 'reward', limit: 10 },
  );
  expect(records).toMatchObject([
    {
      type: 'activation-reward',
      status: 'success',
      settlement: 'internal',
      amount: String(20n * token),
      payAddress: null,
      receiveAddress: wallet.address,
    },
  ]);
});

test('H12 taking the bonus locks nothing: bonus and deposit can be spent at once', async () => {
  const [first] = await arrangeTopUps(1, ownSource);
  if (first === undefined) throw new Error('nothing arranged');
  await activate(first);
  const balances = await getBalances(world.database.asApi.kysely, { walletId: first.walletId });
  for (const [assetId, amount] of [
    ['reward', bonus],
    ['trx', 1_000_000n],
  ] as const) {
    expect(balances.get(assetId)).toMatchObject({ posted: amount, available: amount, held: 0n });
  }
});

test.each([2, 3, 10])('M16 a ring of %i invitations brings nobody anything but their own bonus', async (size) => {
  const topUps = await arrangeTopUps(size, ownSource);
  const ids = topUps.map(({ personId }) => personId);
  // No registration can close a ring, since an invite code exists only afterwards: the database's owner does.
  await world.database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      UPDATE people SET invited_by = r.inviter
        FROM unnest(${ids}::uuid[], ${[...ids.slice(1), ids[0]]}::uuid[]) AS r (id, inviter)
       WHERE people.id = r.id`.execute(tx);
  });
  const before = await world.houseBalance('promotion:activation', 'reward');
  for (const each of topUps) await activate(each);
  for (const each of topUps) expect(await world.balanceOf(walletOf(each), 'reward')).toBe(bonus);
  expect(before - (await world.houseBalance('promotion:activation', 'reward'))).toBe(bonus * BigInt(size));
});

test('M16 nobody can be made an inviter afterwards, and no kind of journal pays for an invitation', async () => {
  await world.database.db.pool.query(
    `INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
     VALUES (gen_random_uuid(), '99999999', 'ABCDEFGH', now(), now())`,
  );
  await expect(
    world.database.db.pool.query("UPDATE people SET invited_by = id WHERE invite_code = 'ABCDEFGH'"),
  ).rejects.toThrow('never changes');
  const { rows } = await world.database.db.pool.query("SELECT DISTINCT kind FROM ledger.legs WHERE kind ~ 'invit'");
  expect(rows).toEqual([]);
});

test('I16 M15 100 first top-ups of one person at the same moment pay one bonus', async () => {
  const [first] = await arrangeTopUps(1, ownSource);
  if (first === undefined) throw new Error('nothing arranged');
  await Promise.all(Array.from({ length: 100 }, () => activate(first)));
  expect(await world.balanceOf(walletOf(first), 'reward')).toBe(20n * token);
  expect(await statesOf([first])).toEqual({ paid: 1 });
});

test('M15 50 accounts topped up by one source: the first three are paid, the others wait for an operator', async () => {
  const source = addressOf('one source');
  const topUps = await arrangeTopUps(50, () => source);
  await Promise.all(topUps.map((each) => activate(each)));
  expect(await statesOf(topUps)).toEqual({ paid: 3, review: 47 });
  const waiting = await listWaitingBonuses(world.database.asWorker.kysely, { state: 'review', limit: 100 });
  expect(waiting).toHaveLength(47);

  const [honest, other] = waiting;
  if (honest === undefined || other === undefined) throw new Error('nobody waits');
  const operatorId = await addOperator(world.database.db, { name: 'olga' });
  const release = (personId: TopUp['personId']) =>
    decideBonus(world.database.asConsole, { personId, decision: 'release', operatorId });
  expect(await release(honest.personId)).toBe('decided');
  const refusal = { personId: other.personId, decision: 'refuse', reason: 'same-person', operatorId } as const;
  expect(await decideBonus(world.database.asConsole, refusal)).toBe('decided');
  expect(await release(other.personId)).toBe('not-found');
  await payQueued();
  expect(await statesOf(topUps)).toEqual({ paid: 4, refused: 1, review: 45 });
});

test('M15 a source many strangers share makes no cluster', async () => {
  const exchange = addressOf('exchange');
  const topUps = await arrangeTopUps(10, () => exchange);
  for (const each of topUps) await activate(each, { sharedSources: new Set([exchange]) });
  expect(await statesOf(topUps)).toEqual({ paid: 10 });
});

test('beyond the daily budget a bonus waits for the next day', async () => {
  const topUps = await arrangeTopUps(4, ownSource);
  const paidBefore = await world.database.db.pool.query(
    "SELECT count(*)::int AS paid FROM bonus_grants WHERE state = 'paid'",
  );
  const dailyBudget = units(20n * token * BigInt(paidBefore.rows[0].paid + 2));
  for (const each of topUps) await activate(each, { dailyBudget });
  expect(await statesOf(topUps)).toEqual({ paid: 2, queued: 2 });
  expect(await payQueued(dailyBudget)).toBe(0);
  await world.database.db.pool.query(
    "UPDATE bonus_grants SET paid_at = paid_at - interval '1 day' WHERE state = 'paid'",
  );
  expect(await payQueued(dailyBudget)).toBe(2);
  expect(await statesOf(topUps)).toEqual({ paid: 4 });
});

test('M35 while reserves of the token are short a bonus waits, and is paid once they are whole', async () => {
  const db = world.database.asWorker;
  const gap = { assetId: 'reward', subject: 'hot' } as const;
  const topUps = await arrangeTopUps(1, ownSource);
  await transact(db, (tx) => openGap(tx, { ...gap, missing: units(1n), blockNumber: 1 }));
  for (const each of topUps) await activate(each);
  expect(await payQueued()).toBe(0);
  expect(await statesOf(topUps)).toEqual({ queued: 1 });
  await transact(db, (tx) => closeGap(tx, gap));
  expect(await payQueued()).toBe(1);
  expect(await statesOf(topUps)).toEqual({ paid: 1 });
});

test('a bonus waits until its person says where they live, and is then paid once', async () => {
  const topUps = await arrangeTopUps(2, ownSource, null);
  for (const each of topUps) await activate(each);
  expect(await statesOf(topUps)).toEqual({ undeclared: 2 });
  expect(await payQueued()).toBe(0);
  const [ana, ben] = topUps;
  if (ana === undefined || ben === undefined) throw new Error('nothing arranged');
  const prompt = ({ personId }: TopUp) =>
    findActivationPrompt(world.database.asApi.kysely, world.deps.activation, personId);
  expect(await prompt(ana)).toEqual({
    due: false,
    dueFrom: null,
    bonus: { state: 'undeclared' },
    bonusOffer: 'depends',
  });
  await declare([ana], 'FR');
  expect(await Promise.all([payQueued(), payQueued()])).toEqual(expect.arrayContaining([0, 1]));
  expect(await world.balanceOf(walletOf(ana), 'reward')).toBe(20n * token);
  expect(await world.balanceOf(walletOf(ben), 'reward')).toBe(0n);
});

test('H20 where incentives are closed no bonus is paid, whenever the country is declared, and other money is untouched', async () => {
  const before = await arrangeTopUps(1, ownSource, 'GB');
  const after = await arrangeTopUps(1, ownSource, null);
  for (const each of [...before, ...after]) await activate(each);
  await declare(after, 'GB');
  await payQueued();
  expect(await statesOf([...before, ...after])).toEqual({ refused: 2 });
  for (const each of [...before, ...after]) {
    expect(await world.balanceOf(walletOf(each), 'reward')).toBe(0n);
    expect(await world.balanceOf(walletOf(each), 'trx')).toBe(1_000_000n);
  }
});

test('a bonus that an operator released still waits for the country', async () => {
  const source = addressOf('another source');
  const topUps = await arrangeTopUps(4, () => source, null);
  for (const each of topUps) await activate(each);
  expect(await statesOf(topUps)).toEqual({ undeclared: 3, review: 1 });
  const held = await listWaitingBonuses(world.database.asWorker.kysely, { state: 'review', limit: 100 });
  const last = held.find(({ sourceAddress }) => sourceAddress === source);
  const operatorId = await addOperator(world.database.db, { name: 'pavel' });
  const decision = { personId: last?.personId as TopUp['personId'], decision: 'release', operatorId } as const;
  expect(await decideBonus(world.database.asConsole, decision)).toBe('decided');
  await payQueued();
  expect(await statesOf(topUps)).toEqual({ undeclared: 4 });
  await declare(topUps, 'DE');
  expect(await payQueued()).toBe(4);
  expect(await statesOf(topUps)).toEqual({ paid: 4 });
});

/** Gives people a phone number. */
async function bindPhone(topUps: readonly TopUp[], phoneOf: (index: number) => string): Promise<void> {
  const { kysely } = world.database.db;
  for (const [index, { personId }] of topUps.entries()) {
    await sql`
      INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
      VALUES (gen_random_uuid(), ${personId}, 'phone', ${phoneOf(index)}, now(), now())`.execute(kysely);
  }
}

test('H20 a phone number from a closed country: the country is asked first, and where the two differ a person of ours looks', async () => {
  const phones = ['+447700900123', '+447700900124', '+447700900125', '+4915112345678'];
  const before = await arrangeTopUps(4, ownSource, null);
  await bindPhone(before, (index) => phones[index] as string);
  const offers = () =>
    Promise.all(
      before.map(async ({ personId }) => {
        const { bonusOffer } = await findActivationPrompt(world.database.asApi.kysely, world.deps.activation, personId);
        return bonusOffer;
      }),
    );
  expect(await offers()).toEqual(['asked-first', 'asked-first', 'asked-first', 'depends']);
  const [late, early, closed, quiet] = before as [TopUp, TopUp, TopUp, TopUp];
  await declare([early, quiet], 'DE');
  await declare([closed], 'GB');
  expect(await offers()).toEqual(['asked-first', 'reviewed', 'closed', 'open']);
  for (const each of before) await activate(each);
  expect(await statesOf([early])).toEqual({ review: 1 });
  expect(await statesOf([closed])).toEqual({ refused: 1 });
  expect(await statesOf([quiet])).toEqual({ paid: 1 });
  expect(await statesOf([late])).toEqual({ undeclared: 1 });
  // Declared after the top-up it is looked at as well, and not paid with what is queued.
  await declare([late], 'FR');
  await payQueued();
  await payQueued();
  expect(await statesOf([late, early])).toEqual({ review: 2 });
  const operatorId = await addOperator(world.database.db, { name: 'quinn' });
  const decide = { personId: late.personId, decision: 'release', operatorId } as const;
  expect(await decideBonus(world.database.asConsole, decide)).toBe('decided');
  await payQueued();
  expect(await statesOf([late, early])).toEqual({ paid: 1, review: 1 });
  expect(await world.balanceOf(walletOf(late), 'reward')).toBe(20n * token);
});

test('I16 H02 an account that runs empty under concurrent grants ends the promotion and never goes below zero', async () => {
  const topUps = await arrangeTopUps(30, ownSource);
  const funds = await world.houseBalance('promotion:activation', 'reward');
  const large = units(funds / 5n);
  const affordable = Number(funds / large);
  await Promise.all(topUps.map((each) => activate(each, { bonus: large, dailyBudget: units(funds * 2n) })));
  expect(await statesOf(topUps)).toEqual({ paid: affordable, ended: 30 - affordable });
  expect(await world.houseBalance('promotion:activation', 'reward')).toBe(funds - large * BigInt(affordable));
  expect(await isPromotionOpen(world.database.asApi, large)).toBe(false);
});
