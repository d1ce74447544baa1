import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDevchain } from '../start-devchain.ts';
import type { Devchain } from '../start-devchain.ts';
import { methodsOf } from '../testing/methods-of.ts';
import { buildWorld, trx, witnessId } from '../testing/tronweb-world.ts';
import type { World } from '../testing/tronweb-world.ts';

/** A call, and what its answer has. */
type Case = readonly [call: (world: World) => unknown, shape: unknown];

const block = expect.objectContaining({ blockID: expect.any(String) });
const accountOf = (balance: unknown) => expect.objectContaining({ address: expect.any(String), balance });
const transaction = expect.objectContaining({ txID: expect.any(String) });
const tokens = { Share: expect.objectContaining({ id: '1000001' }) };
const token = expect.objectContaining({ id: '1000001', name: 'Share' });
const votedWitness = expect.objectContaining({ voteCount: 1_000, url: 'https://witness.example', isJobs: true });
const pair = expect.objectContaining({ exchange_id: 1 });
const proposal = expect.objectContaining({ proposal_id: 1, parameters: [{ key: 68, value: 5 }] });
const aNumber = expect.any(Number);
const digits = expect.stringMatching(/^\d+$/);
const prices = expect.stringMatching(/^0:\d+/);
const taken = expect.objectContaining({ result: true });

const reads: Readonly<Record<string, Case>> = {
  getCurrentBlock: [(w) => w.tronWeb.trx.getCurrentBlock(), block],
  getConfirmedCurrentBlock: [(w) => w.tronWeb.trx.getConfirmedCurrentBlock(), block],
  getBlock: [(w) => w.tronWeb.trx.getBlock('latest'), block],
  getBlockByHash: [async (w) => w.tronWeb.trx.getBlockByHash((await w.tronWeb.trx.getBlock(3)).blockID), block],
  getBlockByNumber: [(w) => w.tronWeb.trx.getBlockByNumber(3), block],
  getBlockTransactionCount: [(w) => w.tronWeb.trx.getBlockTransactionCount(2), 1],
  getTransactionFromBlock: [(w) => w.tronWeb.trx.getTransactionFromBlock(2, 0), transaction],
  getTransactionsFromBlock: [(w) => w.tronWeb.trx.getTransactionsFromBlock(2), [transaction]],
  getBlockRange: [(w) => w.tronWeb.trx.getBlockRange(2, 3), [block, block]],
  getTransaction: [(w) => w.tronWeb.trx.getTransaction(w.txid), transaction],
  getConfirmedTransaction: [(w) => w.tronWeb.trx.getConfirmedTransaction(w.txid), transaction],
  getUnconfirmedTransactionInfo: [
    (w) => w.tronWeb.trx.getUnconfirmedTransactionInfo(w.txid),
    { id: expect.any(String) },
  ],
  getTransactionInfo: [(w) => w.tronWeb.trx.getTransactionInfo(w.txid), { id: expect.any(String) }],
  getAccount: [(w) => w.tronWeb.trx.getAccount(w.witness.address), accountOf(aNumber)],
  getUnconfirmedAccount: [(w) => w.tronWeb.trx.getUnconfirmedAccount(w.witness.address), accountOf(aNumber)],
  getAccountById: [(w) => w.tronWeb.trx.getAccountById(witnessId), accountOf(aNumber)],
  getAccountInfoById: [(w) => w.tronWeb.trx.getAccountInfoById(witnessId, { confirmed: true }), accountOf(aNumber)],
  getUnconfirmedAccountById: [(w) => w.tronWeb.trx.getUnconfirmedAccountById(witnessId), accountOf(aNumber)],
  getBalance: [(w) => w.tronWeb.trx.getBalance(w.witness.address), aNumber],
  getUnconfirmedBalance: [(w) => w.tronWeb.trx.getUnconfirmedBalance(w.witness.address), aNumber],
  getBandwidth: [(w) => w.tronWeb.trx.getBandwidth(w.witness.address), aNumber],
  getAccountResources: [
    (w) => w.tronWeb.trx.getAccountResources(w.witness.address),
    expect.objectContaining({ tronPowerUsed: 1_000, tronPowerLimit: 1_000 }),
  ],
  getDelegatedResourceV2: [
    (w) => w.tronWeb.trx.getDelegatedResourceV2(w.treasury, w.witness.address, { confirmed: true }),
    { delegatedResource: [expect.objectContaining({ frozen_balance_for_energy: 10 * trx })] },
  ],
  getDelegatedResourceAccountIndexV2: [
    (w) => w.tronWeb.trx.getDelegatedResourceAccountIndexV2(w.treasury, { confirmed: true }),
    expect.objectContaining({ toAccounts: [expect.any(String)] }),
  ],
  getAvailableUnfreezeCount: [
    (w) => w.tronWeb.trx.getAvailableUnfreezeCount(w.treasury, { confirmed: true }),
    { count: 31 },
  ],
  getCanDelegatedMaxSize: [
    (w) => w.tronWeb.trx.getCanDelegatedMaxSize(w.treasury, 'ENERGY', { confirmed: true }),
    { max_size: aNumber },
  ],
  getCanWithdrawUnfreezeAmount: [
    (w) => w.tronWeb.trx.getCanWithdrawUnfreezeAmount(w.treasury, Date.now(), { confirmed: true }),
    { amount: 5 * trx },
  ],
  getTokensIssuedByAddress: [(w) => w.tronWeb.trx.getTokensIssuedByAddress(w.treasury), tokens],
  getTokenFromID: [(w) => w.tronWeb.trx.getTokenFromID('Share'), token],
  listTokens: [(w) => w.tronWeb.trx.listTokens(), [token, expect.objectContaining({ name: 'Other' })]],
  getTokenListByName: [(w) => w.tronWeb.trx.getTokenListByName('Share'), [token]],
  getTokenByID: [(w) => w.tronWeb.trx.getTokenByID('1000001'), token],
  listNodes: [(w) => w.tronWeb.trx.listNodes(), []],
  listSuperRepresentatives: [(w) => w.tronWeb.trx.listSuperRepresentatives(), expect.arrayContaining([votedWitness])],
  getNowWitnessList: [(w) => w.tronWeb.trx.getNowWitnessList(), [expect.anything(), votedWitness]],
  timeUntilNextVoteCycle: [(w) => w.tronWeb.trx.timeUntilNextVoteCycle(), aNumber],
  getNodeInfo: [(w) => w.tronWeb.trx.getNodeInfo(), expect.objectContaining({ block: expect.any(String) })],
  getContract: [(w) => w.tronWeb.trx.getContract(w.till), expect.objectContaining({ name: 'Till' })],
  getContractInfo: [
    (w) => w.tronWeb.trx.getContractInfo(w.till),
    expect.objectContaining({ smart_contract: expect.objectContaining({ name: 'Till' }) }),
  ],
  getProposal: [(w) => w.tronWeb.trx.getProposal(1), proposal],
  listProposals: [(w) => w.tronWeb.trx.listProposals(), [proposal]],
  getChainParameters: [
    (w) => w.tronWeb.trx.getChainParameters(),
    expect.arrayContaining([{ key: 'getEnergyFee', value: 100 }]),
  ],
  getExchangeByID: [(w) => w.tronWeb.trx.getExchangeByID(1), pair],
  listExchanges: [(w) => w.tronWeb.trx.listExchanges(), [pair]],
  listExchangesPaginated: [(w) => w.tronWeb.trx.listExchangesPaginated(5, 0), [pair]],
  getReward: [(w) => w.tronWeb.trx.getReward(w.witness.address), aNumber],
  getUnconfirmedReward: [(w) => w.tronWeb.trx.getUnconfirmedReward(w.witness.address), aNumber],
  getBrokerage: [(w) => w.tronWeb.trx.getBrokerage(w.witness.address), 20],
  getUnconfirmedBrokerage: [(w) => w.tronWeb.trx.getUnconfirmedBrokerage(w.witness.address), 20],
  getBandwidthPrices: [(w) => w.tronWeb.trx.getBandwidthPrices(), prices],
  getEnergyPrices: [(w) => w.tronWeb.trx.getEnergyPrices(), prices],
  getCurrentRefBlockParams: [
    (w) => w.tronWeb.trx.getCurrentRefBlockParams(),
    expect.objectContaining({ ref_block_hash: expect.any(String) }),
  ],
  getApprovedList: [
    async (w) => w.tronWeb.trx.getApprovedList(await signed(w, 1)),
    expect.objectContaining({ approved_list: [expect.any(String)] }),
  ],
  getSignWeight: [
    async (w) => w.tronWeb.trx.getSignWeight(await signed(w, 2)),
    expect.objectContaining({ current_weight: 1 }),
  ],
};

/** Reads of the client's raw part, which asks for 64-bit integers as texts. */
const rawReads: Readonly<Record<string, Case>> = {
  getAccountById: [(w) => w.tronWeb.trx.raw.getAccountById(witnessId), accountOf(digits)],
  getUnconfirmedAccount: [
    (w) => w.tronWeb.trx.raw.getUnconfirmedAccount(w.witness.address),
    expect.objectContaining({ votes: [expect.objectContaining({ vote_count: '1000' })] }),
  ],
  getAccountResources: [
    (w) => w.tronWeb.trx.raw.getAccountResources(w.witness.address),
    expect.objectContaining({ tronPowerUsed: '1000', tronPowerLimit: '1000' }),
  ],
  getTokenByID: [
    (w) => w.tronWeb.trx.raw.getTokenByID('1000001'),
    expect.objectContaining({ id: '1000001', total_supply: '5000000', num: 1, trx_num: 1 }),
  ],
  listSuperRepresentatives: [
    (w) => w.tronWeb.trx.raw.listSuperRepresentatives(),
    expect.arrayContaining([expect.objectContaining({ voteCount: '1000', isJobs: true })]),
  ],
  getNowWitnessList: [
    (w) => w.tronWeb.trx.raw.getNowWitnessList(),
    [expect.anything(), expect.objectContaining({ voteCount: '1000' })],
  ],
  timeUntilNextVoteCycle: [(w) => w.tronWeb.trx.raw.timeUntilNextVoteCycle(), digits],
  getProposal: [
    (w) => w.tronWeb.trx.raw.getProposal(1),
    expect.objectContaining({ proposal_id: '1', parameters: [{ key: '68', value: '5' }] }),
  ],
  getExchangeByID: [(w) => w.tronWeb.trx.raw.getExchangeByID(1), expect.objectContaining({ exchange_id: '1' })],
  getReward: [(w) => w.tronWeb.trx.raw.getReward(w.witness.address), digits],
  getBrokerage: [(w) => w.tronWeb.trx.raw.getBrokerage(w.witness.address), 20],
  getChainParameters: [
    (w) => w.tronWeb.trx.raw.getChainParameters(),
    expect.arrayContaining([{ key: 'getEnergyFee', value: '100' }]),
  ],
};

/** Signs and sends; each its own amount, because two equal ones are one. */
const sends: Readonly<Record<string, Case>> = {
  send: [(w) => w.tronWeb.trx.send(w.witness.address, 11), taken],
  sendTrx: [(w) => w.tronWeb.trx.sendTrx(w.witness.address, 12), taken],
  sendTransaction: [(w) => w.tronWeb.trx.sendTransaction(w.witness.address, 13), taken],
  sendToken: [(w) => w.tronWeb.trx.sendToken(w.witness.address, 14, '1000001'), taken],
  sendAsset: [(w) => w.tronWeb.trx.sendAsset(w.witness.address, 15, '1000001'), taken],
  sendRawTransaction: [async (w) => w.tronWeb.trx.sendRawTransaction(await signed(w, 16)), taken],
  broadcast: [async (w) => w.tronWeb.trx.broadcast(await signed(w, 17)), taken],
  sendHexTransaction: [async (w) => w.tronWeb.trx.sendHexTransaction(await signedHex(w, 18)), taken],
  broadcastHex: [async (w) => w.tronWeb.trx.broadcastHex(await signedHex(w, 19)), taken],
  sign: [(w) => signed(w, 20), expect.objectContaining({ signature: [expect.any(String)] })],
  signTransaction: [
    async (w) => w.tronWeb.trx.signTransaction(await w.tronWeb.transactionBuilder.sendTrx(w.witness.address, 21)),
    expect.objectContaining({ signature: [expect.any(String)] }),
  ],
  multiSign: [
    async (w) => w.tronWeb.trx.multiSign(await w.tronWeb.transactionBuilder.sendTrx(w.witness.address, 22)),
    expect.objectContaining({ signature: [expect.any(String)] }),
  ],
  updateAccount: [(w) => w.tronWeb.trx.updateAccount('house'), taken],
  freezeBalance: [
    (w) => w.tronWeb.trx.freezeBalance(trx, 3, 'ENERGY'),
    expect.objectContaining({ code: 'CONTRACT_VALIDATE_ERROR' }),
  ],
  unfreezeBalance: [
    (w) => w.tronWeb.trx.unfreezeBalance('ENERGY', {}, w.treasury),
    expect.objectContaining({ code: 'CONTRACT_VALIDATE_ERROR' }),
  ],
};

/** Indexes by address, which nodes gave up with version 4.1.1; the client refuses by itself. */
const givenUp = ['getTransactionsFromAddress', 'getTransactionsRelated', 'getTransactionsToAddress'];
/** Run in the client alone. */
const local = [
  'ecRecover',
  'readRequest',
  'signMessage',
  'signMessageV2',
  'signTypedData',
  'verifyMessage',
  'verifyMessageV2',
  'verifyTypedData',
];

let chain: Devchain;
let world: World;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'reads', mining: { mode: 'manual' } });
  world = await buildWorld(chain, Date.now() + 60_000);
});

afterAll(() => chain.close());

async function signed({ tronWeb, witness }: World, sun: number) {
  return tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(witness.address, sun));
}

async function signedHex(world: World, sun: number): Promise<string> {
  const { utils } = await import('tronweb');
  const pb = utils.transaction.txJsonToPb(await signed(world, sun)) as {
    addSignature: (signature: Uint8Array) => void;
    serializeBinary: () => Uint8Array;
  };
  const [signature = ''] = (await signed(world, sun)).signature;
  pb.addSignature(Uint8Array.from(Buffer.from(signature, 'hex')));
  return Buffer.from(pb.serializeBinary()).toString('hex');
}

test.each(Object.entries(reads))('%s', async (_name, [call, shape]) => {
  expect(await call(world)).toEqual(
    typeof shape === 'object' && shape !== null && Object.getPrototypeOf(shape) === Object.prototype
      ? expect.objectContaining(shape)
      : shape,
  );
});

test.each(Object.entries(rawReads))('%s, with texts for 64-bit integers', async (_name, [call, shape]) => {
  expect(await call(world)).toEqual(shape);
});

test.each(Object.entries(sends))('%s', async (_name, [call, shape]) => {
  expect(await call(world)).toEqual(shape);
});

test('every method of the client is in one of these lists', () => {
  const listed = [reads, sends].flatMap((list) => Object.keys(list));
  expect([...listed, ...givenUp, ...local].toSorted()).toEqual(methodsOf(world.tronWeb.trx));
});
