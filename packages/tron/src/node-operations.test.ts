import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAddressFromHex, getAddress, type TronAddress } from './address.ts';
import type { BlockFacts } from './block-facts.ts';
import { broadcast } from './broadcast.ts';
import { buildTransfer } from './build-transfer.ts';
import { callContract } from './call-contract.ts';
import { encodeRawTransaction } from './encode-raw-transaction.ts';
import { encodeSignedTransaction } from './encode-signed-transaction.ts';
import { findSolidTransaction } from './find-solid-transaction.ts';
import { findTransactionBlock } from './find-transaction-block.ts';
import { getAccountResources } from './get-account-resources.ts';
import { getAccount } from './get-account.ts';
import { findBlockHead, getHeadBlock, getSolidBlock } from './get-block-head.ts';
import { getChainParameters } from './get-chain-parameters.ts';
import { getTokenBalance } from './get-token-balance.ts';
import { getTransactionWindow } from './get-transaction-window.ts';
import { hasCode } from './has-code.ts';
import { isBlacklisted } from './is-blacklisted.ts';
import { judgePayment } from './judge-payment.ts';
import { listInflows } from './list-inflows.ts';
import { openNode, type TronNode } from './open-node.ts';
import { readBlock } from './read-block.ts';
import { scanForTransaction } from './scan-for-transaction.ts';
import { simulateTokenTransfer } from './simulate-token-transfer.ts';
import { transactionId } from './transaction-id.ts';

// Every operation against the local chain, whose codec, contracts and HTTP API share no code with this package.
let chain: Devchain;
let node: TronNode;
let usdt: TronAddress;
let treasury: TronAddress;
const fresh = findAddressFromHex('5a'.repeat(20)) as TronAddress;
const funded = findAddressFromHex('6b'.repeat(20)) as TronAddress;
const million = units(1_000_000n);

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'node operations', mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
  usdt = getAddress(chain.info().contracts.usdt.base58);
  treasury = getAddress(chain.info().accounts.treasury.base58);
  await chain.admin.faucetTrx(funded, 5_000_000n);
  await chain.admin.faucetToken('usdt', funded, 7_000_000n);
  await chain.admin.mine(25);
});

afterAll(async () => {
  await chain.close();
});

/** Signed by tronweb, so that signing is not this package's own either. */
async function sign(raw: Uint8Array, key: string): Promise<string> {
  const rawHex = Buffer.from(raw).toString('hex');
  const signed = utils.crypto.signTransaction(key, { txID: transactionId(raw), raw_data_hex: rawHex });
  return encodeSignedTransaction({
    rawHex,
    signatureHex: (signed.signature[0] as string).replace(/^0x/, '').toLowerCase(),
  });
}

async function blockWith(txId: string): Promise<BlockFacts> {
  const found = await findSolidTransaction(node, txId);
  if (found === undefined) throw new Error('not solid');
  return found.block;
}

test('the two heads, and blocks by number', async () => {
  const [head, solid] = [await getHeadBlock(node), await getSolidBlock(node)];
  expect(head.number - solid.number).toBe(chain.info().solidLag);
  expect(await findBlockHead(node, { view: 'solid', number: solid.number })).toEqual(solid);
  expect(await findBlockHead(node, { view: 'solid', number: head.number })).toBeUndefined();
  expect(await readBlock(node, { view: 'solid', number: head.number })).toBeUndefined();
  expect((await readBlock(node, { view: 'head', number: head.number }))?.parentId).toBe(
    (await findBlockHead(node, { view: 'head', number: head.number - 1 }))?.id,
  );
});

test('inflows of the faucet’s payments are found in their block', async () => {
  const head = await getHeadBlock(node);
  const rules = { ownAddresses: new Set([funded]), tokens: new Map([[usdt, 'usdt' as const]]) };
  const found = [];
  for (let number = 1; number <= head.number; number += 1) {
    const block = await readBlock(node, { view: 'head', number });
    if (block !== undefined) found.push(listInflows(block, rules));
  }
  expect(found.flatMap(({ inflows }) => inflows)).toMatchObject([
    { kind: 'trx', assetId: 'trx', to: funded, amount: 5_000_000n },
    { kind: 'trc20', assetId: 'usdt', to: funded, amount: 7_000_000n },
  ]);
  expect(found.flatMap(({ quarantine }) => quarantine)).toEqual([]);
});

test('accounts, resources, prices, code and balances', async () => {
  expect(await getAccount(node, { view: 'solid', address: funded })).toEqual({
    activated: true,
    balanceSun: 5_000_000n,
  });
  expect(await getAccount(node, { view: 'head', address: fresh })).toEqual({ activated: false, balanceSun: 0n });
  expect((await getAccountResources(node, funded)).freeBandwidth).toBeGreaterThan(0);
  expect(await getAccountResources(node, fresh)).toEqual({ freeBandwidth: 0, stakedBandwidth: 0, energy: 0 });
  const prices = await getChainParameters(node);
  expect(prices.energyPriceSun).toBeGreaterThan(0n);
  expect(prices.activationFeeSun).toBe(million);
  expect(await hasCode(node, usdt)).toBe(true);
  expect(await hasCode(node, funded)).toBe(false);
  expect(await getTokenBalance(node, { view: 'solid', contract: usdt, owner: funded })).toBe(7_000_000n);
  await expect(getTokenBalance(node, { view: 'solid', contract: fresh, owner: funded })).rejects.toMatchObject({
    kind: 'malformed',
  });
  expect(await isBlacklisted(node, { contract: usdt, address: funded })).toBe(false);
});

test('a token transfer is foreseen: dearer to a new holder, refused beyond the balance', async () => {
  const transfer = { from: funded, contract: usdt, amount: million };
  const toHolder = await simulateTokenTransfer(node, { ...transfer, to: treasury });
  const toNew = await simulateTokenTransfer(node, { ...transfer, to: fresh });
  if (toHolder.outcome !== 'would-pass' || toNew.outcome !== 'would-pass') throw new Error('would fail');
  expect(toNew.energy).toBeGreaterThan(toHolder.energy);
  expect(await simulateTokenTransfer(node, { ...transfer, to: fresh, amount: units(8_000_000n) })).toMatchObject({
    outcome: 'would-fail',
    message: expect.stringContaining('REVERT'),
  });
  const data = new Uint8Array(4);
  expect(await callContract(node, { view: 'head', owner: funded, contract: usdt, data })).toMatchObject({
    outcome: 'reverted',
  });
});

describe('a payment', () => {
  const pay = async (changes: { lifetimeMs?: number } = {}) => {
    const window = await getTransactionWindow(node, { lifetimeMs: changes.lifetimeMs ?? 600_000 });
    const raw = encodeRawTransaction(buildTransfer({ owner: treasury, to: fresh, amountSun: million, ...window }));
    return { raw, window, txId: transactionId(raw), signedHex: await sign(raw, chain.keys.treasury) };
  };

  test('is accepted, seen, solidified and judged; repeating it settles nothing twice', async () => {
    const { txId, signedHex } = await pay();
    expect(await broadcast(node, signedHex)).toMatchObject({ outcome: 'accepted', code: 'SUCCESS' });
    expect(await broadcast(node, signedHex)).toMatchObject({ outcome: 'unknown', code: 'DUP_TRANSACTION_ERROR' });
    const height = await chain.admin.mine(1);
    expect(await findTransactionBlock(node, { view: 'head', txId })).toBe(height);
    expect(await findTransactionBlock(node, { view: 'solid', txId })).toBeUndefined();
    expect(await findSolidTransaction(node, txId)).toBeUndefined();
    await chain.admin.mine(19);
    const facts = (await blockWith(txId)).transactions.find((transaction) => transaction.txId === txId);
    if (facts === undefined) throw new Error('not in its block');
    const expected = { kind: 'trx', owner: treasury, to: fresh, amount: million } as const;
    expect(judgePayment(facts, expected)).toEqual({ verdict: 'paid', feeSun: facts.feeSun });
    expect(facts.feeSun).toBe(1_100_000n);
  });

  test('with a broken signature is refused', async () => {
    const { raw } = await pay();
    const foreign = await sign(raw, '11'.repeat(32));
    expect(await broadcast(node, foreign)).toMatchObject({ outcome: 'refused', code: 'SIGERROR' });
  });

  test('M21 that was never broadcast is proven dead once the solid chain has passed its expiration', async () => {
    const { txId, window } = await pay({ lifetimeMs: 60_000 });
    const question = { txId, refBlock: window.refBlock, expirationMs: window.expirationMs };
    expect(await scanForTransaction(node, question)).toMatchObject({ found: 'not-yet' });
    await chain.admin.mine(45);
    expect(await scanForTransaction(node, question)).toMatchObject({
      found: 'absent',
      fromBlock: { number: window.refBlock.number },
    });
  });

  test('M21 that was mined is found by the same scan', async () => {
    const { txId, window, signedHex } = await pay({ lifetimeMs: 60_000 });
    await broadcast(node, signedHex);
    const height = await chain.admin.mine(1);
    await chain.admin.mine(45);
    const scan = await scanForTransaction(node, { txId, refBlock: window.refBlock, expirationMs: window.expirationMs });
    expect(scan).toMatchObject({ found: 'present', block: { number: height } });
  });
});
