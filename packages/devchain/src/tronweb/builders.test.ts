import type { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDevchain } from '../start-devchain.ts';
import type { Devchain } from '../start-devchain.ts';
import { methodsOf } from '../testing/methods-of.ts';
import { connect, feeLimit, newPerson } from '../testing/test-chain.ts';
import { buildWorld, dayMs, pass, tokenNamed, trx } from '../testing/tronweb-world.ts';
import type { World } from '../testing/tronweb-world.ts';

/** Builds with one of two clients: the treasury's, or that of the second witness. */
type Builder = (world: World) => Promise<unknown>;

const own = ({ tronWeb }: World) => tronWeb.transactionBuilder;
const other = ({ witness }: World) => witness.tronWeb.transactionBuilder;
const page = { url: 'https://page.example', description: 'Changed' };

async function inSale({ chain, saleStart }: World): Promise<void> {
  await chain.admin.setTime(saleStart + 1_000);
  await chain.admin.mine();
}

/** Built, signed and taken by the chain when the treasury signs. */
const byTreasury: Readonly<Record<string, Builder>> = {
  sendTrx: (w) => own(w).sendTrx(w.witness.address, 5),
  sendToken: (w) => own(w).sendToken(w.witness.address, 5, '1000001'),
  sendAsset: (w) => own(w).sendAsset(w.witness.address, 5, '1000001'),
  freezeBalanceV2: (w) => own(w).freezeBalanceV2(trx, 'BANDWIDTH'),
  unfreezeBalanceV2: (w) => own(w).unfreezeBalanceV2(trx, 'ENERGY'),
  cancelUnfreezeBalanceV2: (w) => own(w).cancelUnfreezeBalanceV2(),
  delegateResource: (w) => own(w).delegateResource(trx, w.witness.address, 'ENERGY', undefined, true, 5),
  undelegateResource: (w) => own(w).undelegateResource(trx, w.witness.address, 'ENERGY'),
  withdrawExpireUnfreeze: async (w) => {
    await pass(w.chain, 14 * dayMs);
    return own(w).withdrawExpireUnfreeze();
  },
  applyForSR: (w) => own(w).applyForSR(w.treasury, 'https://treasury.example'),
  createSmartContract: (w) => own(w).createSmartContract({ abi: [], bytecode: '6000', feeLimit, name: 'Nothing' }),
  triggerSmartContract: async (w) =>
    (await own(w).triggerSmartContract(w.till, 'openDrawer()', { feeLimit, callValue: 3 }, [])).transaction,
  createAccount: (w) => own(w).createAccount(newPerson().address),
  updateAccount: (w) => own(w).updateAccount('house'),
  setAccountId: (w) => own(w).setAccountId(Buffer.from('treasury-1').toString('hex')),
  clearABI: (w) => own(w).clearABI(w.till),
  updateSetting: (w) => own(w).updateSetting(w.till, 40),
  updateEnergyLimit: (w) => own(w).updateEnergyLimit(w.till, 1_234_567),
  updateToken: (w) => own(w).updateToken(page),
  updateAsset: (w) => own(w).updateAsset(page),
  createTRXExchange: (w) => own(w).createTRXExchange('1000001', 5, 5),
  createTokenExchange: (w) => own(w).createTokenExchange('1000001', 5, '1000002', 5),
  injectExchangeTokens: (w) => own(w).injectExchangeTokens(1, '1000001', 500),
  withdrawExchangeTokens: (w) => own(w).withdrawExchangeTokens(1, '1000001', 500),
  tradeExchangeTokens: (w) => own(w).tradeExchangeTokens(1, '_', 500, 1),
  updateAccountPermissions: (w) => {
    const keys = [{ address: w.treasury, weight: 1 }];
    return own(w).updateAccountPermissions(
      w.treasury,
      { type: 0, permission_name: 'owner', threshold: 1, keys },
      undefined,
      [{ type: 2, permission_name: 'active', threshold: 1, keys, operations: `02${'00'.repeat(31)}` }],
    );
  },
  newTxID: async (w) => own(w).newTxID(await own(w).sendTrx(w.witness.address, 5)),
  alterTransaction: async (w) => own(w).alterTransaction(await own(w).sendTrx(w.witness.address, 5), { data: 'hello' }),
  extendExpiration: async (w) => {
    // The client compares with the clock of its machine.
    await w.chain.admin.setTime(Date.now());
    await w.chain.admin.mine();
    return own(w).extendExpiration(await own(w).sendTrx(w.witness.address, 5), 600);
  },
  addUpdateData: async (w) => own(w).addUpdateData(await own(w).sendTrx(w.witness.address, 5), 'hello', 'utf8'),
};

/** The same when the second witness signs. */
const byWitness: Readonly<Record<string, Builder>> = {
  purchaseToken: async (w) => {
    await inSale(w);
    return other(w).purchaseToken(w.treasury, '1000001', 5);
  },
  purchaseAsset: async (w) => {
    await inSale(w);
    return other(w).purchaseAsset(w.treasury, '1000001', 5);
  },
  withdrawBlockRewards: (w) => other(w).withdrawBlockRewards(),
  updateWitness: (w) => other(w).updateWitness(w.witness.address, 'https://new.example'),
  vote: (w) => other(w).vote({ [w.witness.address]: 50 }, w.witness.address),
  updateBrokerage: (w) => other(w).updateBrokerage(35),
  createProposal: (w) => other(w).createProposal({ key: 11, value: 210 }),
  deleteProposal: (w) => other(w).deleteProposal(1),
  voteProposal: (w) => other(w).voteProposal(1, true),
};

/** By somebody who has issued nothing yet. */
const byIssuer: Readonly<Record<string, (client: TronWeb, w: World) => Promise<unknown>>> = {
  createToken: (client, w) => client.transactionBuilder.createToken(tokenNamed('Third', w.saleStart)),
  createAsset: (client, w) =>
    client.transactionBuilder.createAsset(tokenNamed('Third', w.saleStart), String(client.defaultAddress.base58)),
};

/** Answered at once; nothing is signed. */
const asked: Readonly<Record<string, Builder>> = {
  triggerConstantContract: (w) => own(w).triggerConstantContract(w.till, 'stored()', {}, []),
  triggerConfirmedConstantContract: (w) => own(w).triggerConfirmedConstantContract(w.till, 'stored()', {}, []),
  estimateEnergy: (w) => own(w).estimateEnergy(w.till, 'stored()', {}, []),
  deployConstantContract: (w) => own(w).deployConstantContract({ input: '6000', ownerAddress: w.treasury }),
};

/** Contract types that networks took once. */
const refused: Readonly<Record<string, readonly [Builder, string]>> = {
  freezeBalance: [(w) => own(w).freezeBalance(trx, 3, 'ENERGY'), 'freeze v2 is open, old freeze is closed'],
  unfreezeBalance: [(w) => own(w).unfreezeBalance('ENERGY'), 'no frozenBalance(Energy)'],
};

/** Runs in the client alone. */
const local = ['checkPermissions'];

let chain: Devchain;
let world: World;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'builders', mining: { mode: 'manual' } });
  world = await buildWorld(chain, Date.now() + 60_000);
});

afterAll(() => chain.close());

/** Leaves the chain as it was for the next case. */
async function apart(run: () => Promise<void>): Promise<void> {
  const snapshot = await chain.admin.snapshot();
  await run();
  await chain.admin.revert(snapshot);
}

async function send(client: TronWeb, unsigned: unknown) {
  const signed = await client.trx.sign(unsigned as Parameters<TronWeb['trx']['sign']>[0]);
  const reply = await client.trx.sendRawTransaction(signed as never);
  await chain.admin.mine();
  return reply;
}

describe('what a client builds, the chain takes', () => {
  test.each(Object.entries(byTreasury))('%s', (_name, build) =>
    apart(async () => {
      const reply = await send(world.tronWeb, await build(world));
      expect(reply).toMatchObject({ result: true });
      expect(await world.tronWeb.trx.getUnconfirmedTransactionInfo(reply.txid)).not.toHaveProperty('result');
    }),
  );

  test.each(Object.entries(byWitness))('%s', (_name, build) =>
    apart(async () => {
      expect(await send(world.witness.tronWeb, await build(world))).toMatchObject({ result: true });
    }),
  );

  test.each(Object.entries(byIssuer))('%s', (_name, build) =>
    apart(async () => {
      const client = connect(chain, chain.keys.faucet);
      expect(await send(client, await build(client, world))).toMatchObject({ result: true });
    }),
  );
});

test.each(Object.entries(asked))('%s is answered', async (_name, ask) => {
  expect(await ask(world)).toMatchObject({ result: { result: true } });
});

test.each(Object.entries(refused))('%s is refused in the words of a node', async (_name, [build, text]) => {
  const { code, message } = await send(world.tronWeb, await build(world));
  expect({ code, text: Buffer.from(String(message), 'hex').toString() }).toEqual({
    code: 'CONTRACT_VALIDATE_ERROR',
    text: `Contract validate error : ${text}`,
  });
});

test('every method of the builder is in one of these lists', () => {
  const listed = [byTreasury, byWitness, byIssuer, asked, refused].flatMap((list) => Object.keys(list));
  expect([...listed, ...local].toSorted()).toEqual(methodsOf(world.tronWeb.transactionBuilder));
});
