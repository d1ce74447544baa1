import { expect, test } from 'vitest';
import { carryOut, contractRefusal, fundPerson, post, startTestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;
const cycleMs = 6 * 60 * 60 * 1000;
/** What others have voted for the chain's own witness. */
const othersVotes = 20_000_000_000;

/** A chain with a second witness, and somebody who staked 1000 TRX. */
async function startElection() {
  const test = await startTestChain();
  const candidate = await fundPerson(test, 10_000);
  const url = 'https://candidate.example';
  await carryOut(
    test,
    candidate.tronWeb,
    await candidate.tronWeb.transactionBuilder.applyForSR(candidate.address, url),
  );
  const voter = await fundPerson(test, 2_000);
  const builder = voter.tronWeb.transactionBuilder;
  await carryOut(test, voter.tronWeb, await builder.freezeBalanceV2(600 * trx, 'ENERGY'));
  await carryOut(test, voter.tronWeb, await builder.freezeBalanceV2(400 * trx, 'BANDWIDTH'));
  /** A block so late that votes are counted, and none before it. */
  const nextCycle = async () => {
    await test.chain.admin.advanceTime(cycleMs);
    await test.chain.admin.mine();
  };
  const vote = async (count: number) =>
    carryOut(test, voter.tronWeb, await builder.vote({ [candidate.address]: count }, voter.address));
  return { ...test, candidate, voter, builder, nextCycle, vote };
}

test('an account becomes a witness for 9999 TRX, once, and can change its page', async () => {
  const test = await startElection();
  const { chain, tronWeb, candidate } = test;
  const own = chain.info().accounts.witness.hex;
  const witnesses = await tronWeb.trx.listSuperRepresentatives();
  expect(witnesses).toHaveLength(2);
  expect(witnesses).toContainEqual({ address: candidate.hex, url: 'https://candidate.example' });
  expect(witnesses).toContainEqual(
    expect.objectContaining({
      address: own,
      voteCount: othersVotes,
      isJobs: true,
      latestBlockNum: 6,
      totalProduced: 6,
    }),
  );
  expect(await tronWeb.trx.getUnconfirmedAccount(candidate.address)).toMatchObject({
    balance: trx,
    is_witness: true,
    witness_permission: { id: 1, type: 'Witness' },
  });
  const builder = candidate.tronWeb.transactionBuilder;
  expect(
    await contractRefusal(
      test,
      candidate.tronWeb,
      await builder.applyForSR(candidate.address, 'https://candidate.example'),
    ),
  ).toBe(`Witness[${candidate.hex}] has existed`);
  const change = { owner_address: candidate.address, update_url: 'https://other.example', visible: true };
  await carryOut(test, candidate.tronWeb, await post(chain, '/wallet/updatewitness', change));
  expect(await tronWeb.trx.listSuperRepresentatives()).toContainEqual({
    address: candidate.hex,
    url: 'https://other.example',
  });
  const poor = await fundPerson(test, 5);
  const apply = await poor.tronWeb.transactionBuilder.applyForSR(poor.address, 'https://poor.example');
  expect(await contractRefusal(test, poor.tronWeb, apply)).toBe('balance < AccountUpgradeCost');
});

test('votes are told at once and counted at the next maintenance, one for each staked TRX at most', async () => {
  const test = await startElection();
  const { chain, tronWeb, candidate, voter, builder, nextCycle, vote } = test;
  const many = await builder.vote({ [candidate.address]: 1_001 }, voter.address);
  expect(await contractRefusal(test, voter.tronWeb, many)).toBe(
    'The total number of votes[1001000000] is greater than the tronPower[1000000000]',
  );
  const nobody = await builder.vote({ [voter.address]: 1 }, voter.address);
  expect(await contractRefusal(test, voter.tronWeb, nobody)).toBe(`Witness[${voter.hex}] not exists`);

  await vote(900);
  expect(await tronWeb.trx.getUnconfirmedAccount(voter.address)).toMatchObject({
    votes: [{ vote_address: candidate.hex, vote_count: 900 }],
  });
  expect(await tronWeb.trx.getAccountResources(voter.address)).toMatchObject({
    tronPowerUsed: 900,
    tronPowerLimit: 1_000,
  });
  const listed = async () =>
    (await tronWeb.trx.listSuperRepresentatives()).find(({ address }) => address === candidate.hex);
  expect(await listed()).not.toHaveProperty('voteCount');
  const now = await tronWeb.trx.getNowWitnessList({ confirmed: false });
  expect(now.map(({ voteCount }) => voteCount)).toEqual([othersVotes, 900]);

  const before = Number((await post(chain, '/wallet/getnextmaintenancetime'))['num']);
  await nextCycle();
  expect(await listed()).toMatchObject({ voteCount: 900, isJobs: true });
  expect(await post(chain, '/wallet/getnextmaintenancetime')).toEqual({ num: before + cycleMs });
  await vote(100);
  await nextCycle();
  expect(await listed()).toMatchObject({ voteCount: 100 });
});

test('ending a stake takes the votes that it carried', async () => {
  const test = await startElection();
  const { tronWeb, voter, builder, vote } = test;
  await vote(1_000);
  await carryOut(test, voter.tronWeb, await builder.unfreezeBalanceV2(300 * trx, 'ENERGY'));
  expect(await tronWeb.trx.getUnconfirmedAccount(voter.address)).toMatchObject({ votes: [{ vote_count: 700 }] });
  await carryOut(test, voter.tronWeb, await builder.unfreezeBalanceV2(300 * trx, 'ENERGY'));
  await carryOut(test, voter.tronWeb, await builder.unfreezeBalanceV2(400 * trx, 'BANDWIDTH'));
  expect(await tronWeb.trx.getUnconfirmedAccount(voter.address)).not.toHaveProperty('votes');
});

test('a vote earns its share from the cycle after it, less the brokerage, and is paid out once a day', async () => {
  const test = await startElection();
  const { chain, tronWeb, candidate, voter, builder, nextCycle, vote } = test;
  const reward = () => tronWeb.trx.getUnconfirmedReward(voter.address);
  await vote(1_000);
  await nextCycle();
  // The votes count now; what they earn is known when the cycle is over.
  expect(await reward()).toBe(0);
  await chain.admin.mine(9);
  expect(await reward()).toBe(0);
  await nextCycle();
  // Ten blocks: nine mined here and the one that counted. 128 TRX each, shared by votes, of which voters get 80 %.
  const each = Math.trunc(1_000 * ((128 * trx) / (othersVotes + 1_000)));
  const voters = 10 * (each - Math.trunc(0.2 * each));
  expect(await reward()).toBe(voters);
  expect(await tronWeb.trx.getUnconfirmedAccount(candidate.address)).toMatchObject({
    allowance: 10 * Math.trunc(0.2 * each),
  });

  const { balance } = await tronWeb.trx.getUnconfirmedAccount(voter.address);
  const receipt = await carryOut(test, voter.tronWeb, await builder.withdrawBlockRewards(voter.address));
  expect(receipt).toMatchObject({ withdraw_amount: voters });
  const after = await tronWeb.trx.getUnconfirmedAccount(voter.address);
  expect(after.balance).toBe(balance + voters);
  expect(await reward()).toBe(0);
  expect(await contractRefusal(test, voter.tronWeb, await builder.withdrawBlockRewards(voter.address))).toBe(
    `The last withdraw time is ${receipt.blockTimeStamp}, less than 24 hours`,
  );
  await chain.admin.advanceTime(dayMs);
  await chain.admin.mine();
  expect(await reward()).toBeGreaterThan(0);
  const witness = chain.info().accounts.witness;
  const guard = await post(chain, '/wallet/withdrawbalance', { owner_address: witness.hex });
  expect(guard['Error']).toContain(
    `Account[${witness.hex}] is a guard representative and is not allowed to withdraw Balance`,
  );
});

test('a brokerage counts from the next maintenance on', async () => {
  const test = await startElection();
  const { tronWeb, candidate, nextCycle } = test;
  const brokerage = () => tronWeb.trx.getUnconfirmedBrokerage(candidate.address);
  const builder = candidate.tronWeb.transactionBuilder;
  expect(await brokerage()).toBe(20);
  await carryOut(test, candidate.tronWeb, await builder.updateBrokerage(35, candidate.address));
  expect(await brokerage()).toBe(20);
  await nextCycle();
  expect(await brokerage()).toBe(35);
  const stranger = await fundPerson(test, 5);
  const refused = await stranger.tronWeb.transactionBuilder.updateBrokerage(1, stranger.address);
  expect(await contractRefusal(test, stranger.tronWeb, refused)).toBe(`Not existed witness:${stranger.hex}`);
});

test('votes and rewards are gone with the blocks they came with, and solidify like everything else', async () => {
  const test = await startElection();
  const { chain, tronWeb, voter, nextCycle, vote } = test;
  const snapshot = await chain.admin.snapshot();
  await vote(1_000);
  await nextCycle();
  await nextCycle();
  expect(await tronWeb.trx.getUnconfirmedReward(voter.address)).toBeGreaterThan(0);
  expect(await tronWeb.trx.getReward(voter.address)).toBe(0);
  await chain.admin.mine(19);
  expect(await tronWeb.trx.getReward(voter.address)).toBeGreaterThan(0);

  await chain.admin.revert(snapshot);
  expect(await tronWeb.trx.getUnconfirmedReward(voter.address)).toBe(0);
  expect(await tronWeb.trx.getUnconfirmedAccount(voter.address)).not.toHaveProperty('votes');
});
