import { expect, test } from 'vitest';
import { carryOut, contractRefusal, fundPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

const dayMs = 24 * 60 * 60 * 1000;
const cycleMs = 6 * 60 * 60 * 1000;

/** A chain with a second witness, which was voted in: of two, one has to approve a proposal. */
async function startCommittee() {
  const test = await startTestChain();
  const { address, hex, tronWeb } = await fundPerson(test, 10_100);
  const builder = tronWeb.transactionBuilder;
  await carryOut(test, tronWeb, await builder.applyForSR(address, 'https://witness.example'));
  await carryOut(test, tronWeb, await builder.freezeBalanceV2(1_000_000, 'ENERGY'));
  await carryOut(test, tronWeb, await builder.vote({ [address]: 1 }, address));
  await test.chain.admin.advanceTime(cycleMs);
  await test.chain.admin.mine();
  return { ...test, hex, witness: tronWeb };
}

async function parameter({ tronWeb }: Pick<TestChain, 'tronWeb'>, name: string) {
  return (await tronWeb.trx.getChainParameters()).find(({ key }) => key === name)?.value;
}

/** Two maintenances: a proposal is decided at the first whose own due time is not before its end. */
async function passTime({ chain }: Pick<TestChain, 'chain'>) {
  await chain.admin.advanceTime(3 * dayMs + cycleMs);
  await chain.admin.mine();
  await chain.admin.advanceTime(cycleMs);
  await chain.admin.mine();
}

test('an approved proposal changes parameters at a maintenance after three days', async () => {
  const test = await startCommittee();
  const { chain, tronWeb, witness, hex } = test;
  const builder = witness.transactionBuilder;
  const created = await carryOut(
    test,
    witness,
    await builder.createProposal([
      { key: 0, value: 81_000 },
      { key: 11, value: 210 },
    ]),
  );
  const proposal = await tronWeb.trx.getProposal(1);
  expect(proposal).toMatchObject({
    proposal_id: 1,
    proposer_address: hex,
    create_time: created.blockTimeStamp,
  });
  expect(proposal.parameters).toEqual([
    { key: 0, value: 81_000 },
    { key: 11, value: 210 },
  ]);
  const { expiration_time } = proposal as unknown as { expiration_time: number };
  expect(expiration_time).toBeGreaterThanOrEqual(created.blockTimeStamp + 3 * dayMs);
  expect((expiration_time - Date.UTC(2025, 0, 1)) % cycleMs).toBe(0);

  await carryOut(test, witness, await builder.voteProposal(1, true));
  expect(await tronWeb.trx.listProposals()).toEqual([{ ...proposal, approvals: [hex] }]);
  await chain.admin.advanceTime(2 * dayMs);
  await chain.admin.mine(2);
  expect(await parameter(test, 'getEnergyFee')).toBe(100);
  await passTime(test);
  expect(await tronWeb.trx.getProposal(1)).toMatchObject({ state: 'APPROVED' });
  expect(await parameter(test, 'getEnergyFee')).toBe(210);
  expect(await parameter(test, 'getMaintenanceTimeInterval')).toBe(81_000);
  expect(await post(chain, '/wallet/getenergyprices')).toMatchObject({ prices: expect.stringMatching(/:100,.+:210$/) });
});

test('a proposal is withdrawn by who made it, and never comes into force', async () => {
  const test = await startCommittee();
  const { tronWeb, witness } = test;
  const builder = witness.transactionBuilder;
  await carryOut(test, witness, await builder.createProposal({ key: 68, value: 5 }));
  await carryOut(test, witness, await builder.deleteProposal(1));
  expect(await tronWeb.trx.getProposal(1)).toMatchObject({ state: 'CANCELED' });
  expect(await contractRefusal(test, witness, await builder.voteProposal(1, true))).toBe('Proposal[1] canceled');
  await passTime(test);
  expect(await parameter(test, 'getMemoFee')).toBe(1_000_000);
  expect(await contractRefusal(test, witness, await builder.deleteProposal(1))).toBe('Proposal[1] expired');
});

test('a proposal that too few approved changes nothing', async () => {
  const test = await startCommittee();
  const { tronWeb, witness } = test;
  const builder = witness.transactionBuilder;
  await carryOut(test, witness, await builder.createProposal({ key: 68, value: 5 }));
  await carryOut(test, witness, await builder.voteProposal(1, true));
  await carryOut(test, witness, await builder.voteProposal(1, false));
  await passTime(test);
  expect(await tronWeb.trx.getProposal(1)).toMatchObject({ state: 'DISAPPROVED' });
  expect(await parameter(test, 'getMemoFee')).toBe(1_000_000);
});

test('proposals are newest first in the list, and in the order of their numbers by page', async () => {
  const test = await startCommittee();
  const { chain, tronWeb, witness } = test;
  for (const value of [1, 2]) {
    const proposed = await witness.transactionBuilder.createProposal({ key: 68, value });
    await carryOut(test, witness, proposed);
  }
  expect((await tronWeb.trx.listProposals()).map(({ proposal_id }) => proposal_id)).toEqual([2, 1]);
  expect(await post(chain, '/wallet/getpaginatedproposallist', { offset: 0, limit: 1 })).toMatchObject({
    proposals: [{ proposal_id: 1 }],
  });
  expect(await post(chain, '/wallet/getpaginatedproposallist', { offset: 2, limit: 1 })).toEqual({});
});

test('a proposal takes the votes of the genesis block away, once', async () => {
  const test = await startCommittee();
  const { tronWeb, witness } = test;
  const propose = () => witness.transactionBuilder.createProposal({ key: 10, value: 1 });
  await carryOut(test, witness, await propose());
  await carryOut(test, witness, await witness.transactionBuilder.voteProposal(1, true));
  await passTime(test);
  const votes = (await tronWeb.trx.listSuperRepresentatives()).map(({ voteCount }) => voteCount);
  expect(votes.toSorted()).toEqual([1, undefined]);
  expect(await parameter(test, 'getRemoveThePowerOfTheGr')).toBe(-1);
  expect(await contractRefusal(test, witness, await propose())).toBe(
    'This proposal has been executed before and is only allowed to be executed once',
  );
});

test('only witnesses propose and approve, and only what exists', async () => {
  const test = await startCommittee();
  const { witness } = test;
  const stranger = await fundPerson(test, 5);
  const refused = async (unsigned: Promise<unknown>) => contractRefusal(test, witness, await unsigned);
  const foreign = await stranger.tronWeb.transactionBuilder.createProposal({ key: 11, value: 1 });
  expect(await contractRefusal(test, stranger.tronWeb, foreign)).toBe(`Witness[${stranger.hex}] not exists`);
  const builder = witness.transactionBuilder;
  expect(await refused(builder.voteProposal(1, true))).toBe('Proposal[1] not exists');
  await carryOut(test, witness, await builder.createProposal({ key: 11, value: 1 }));
  expect(await refused(builder.voteProposal(1, false))).toMatch(/has not approved proposal\[1\] before$/);
  await carryOut(test, witness, await builder.voteProposal(1, true));
  expect(await refused(builder.voteProposal(1, true))).toMatch(/has approved proposal\[1\] before$/);
});

test.each([
  [9_999, 1, 'Does not support code : 9999'],
  [0, 5, 'Bad chain parameter value, valid range is [3 * 27 * 1000,24 * 3600 * 1000]'],
  [9, 0, 'This value[ALLOW_CREATION_OF_CONTRACTS] is only allowed to be 1'],
  [17, 5, 'Bad chain parameter id'],
  [23, -1, 'Bad chain parameter value, valid range is [0, 100_000_000_000L]'],
  [45, 1, 'Market Transaction is not activated, can not set Market Sell Fee'],
  [68, -1, 'This value[MEMO_FEE] is only allowed to be in the range 0-1000_000_000'],
  [67, 1, 'New reward has been valid.'],
  [
    78,
    1,
    'This value[MAX_DELEGATE_LOCK_PERIOD] is only allowed to be greater than 864000 and less than or equal to 10512000 !',
  ],
])('parameter %d cannot be %d', async (key, value, text) => {
  const test = await startCommittee();
  const proposed = await test.witness.transactionBuilder.createProposal({ key, value });
  expect(await contractRefusal(test, test.witness, proposed)).toBe(text);
});
