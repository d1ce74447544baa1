import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressToHex, getAddress, type TronAddress } from './address.ts';
import { broadcast } from './broadcast.ts';
import { buildTokenTransfer } from './build-token-transfer.ts';
import { encodeRawTransaction } from './encode-raw-transaction.ts';
import { encodeSignedTransaction } from './encode-signed-transaction.ts';
import { getTransactionWindow } from './get-transaction-window.ts';
import { openNode, type TronNode } from './open-node.ts';
import { simulateTokenTransfer } from './simulate-token-transfer.ts';
import { scriptedNode } from './testing/scripted-node.ts';
import { encodeTransferCall } from './token-call.ts';
import { transactionId } from './transaction-id.ts';

// Transfers are generated, foreseen, carried out, and compared with what their receipts say.
const callCount = 80;
const odd = ['fee-on-transfer', 'rebasing', 'no-return', 'same-symbol'] as const;
const tokens = ['usdt', 'reward', ...odd] as const;
/** More than all that is sent, so that no transfer lacks it. */
const funds = 10n ** 12n;
const feeLimitSun = units(500_000_000n);

let chain: Devchain;
let node: TronNode;
const contracts = new Map<string, TronAddress>();
const { address: senderAddress, privateKey } = utils.accounts.generateAccount();
const sender = getAddress(senderAddress.base58);
const receivers = Array.from({ length: 8 }, () => getAddress(utils.accounts.generateAccount().address.base58));

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'predicted energy', mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
  const { usdt, reward } = chain.info().contracts;
  contracts.set('usdt', getAddress(usdt.base58)).set('reward', getAddress(reward.base58));
  for (const habit of odd) contracts.set(habit, getAddress((await chain.admin.deployOddToken({ habit })).address));
  await chain.admin.faucetTrx(sender, 10n ** 11n);
  for (const contract of contracts.values()) await chain.admin.faucetToken(contract, sender, funds);
  // Half of the receivers are activated; none has a token yet.
  for (const receiver of receivers.slice(0, 4)) await chain.admin.faucetTrx(receiver, 1_000_000n);
  await chain.admin.mine(25);
});
afterAll(() => chain.close());

type Call = { readonly token: string; readonly to: TronAddress; readonly amount: bigint };

async function send(raw: Uint8Array): Promise<string> {
  const rawHex = Buffer.from(raw).toString('hex');
  const txId = transactionId(raw);
  const { signature } = utils.crypto.signTransaction(privateKey.replace(/^0x/, ''), {
    txID: txId,
    raw_data_hex: rawHex,
  });
  const signatureHex = String(signature[0]).replace(/^0x/, '').toLowerCase();
  expect(await broadcast(node, encodeSignedTransaction({ rawHex, signatureHex }))).toMatchObject({
    outcome: 'accepted',
  });
  return txId;
}

/** Foresees the transfer in both ways, then carries it out. */
async function carryOut({ token, to, amount }: Call) {
  const transfer = { from: sender, to, contract: contracts.get(token) as TronAddress, amount: units(amount) };
  const simulated = await simulateTokenTransfer(node, transfer);
  if (simulated.outcome !== 'would-pass') throw new Error(`${token}: ${simulated.message}`);
  const estimate = await node.ask('/wallet/estimateenergy', {
    owner_address: addressToHex(sender),
    contract_address: addressToHex(transfer.contract),
    data: Buffer.from(encodeTransferCall(to, transfer.amount)).toString('hex'),
  });
  const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
  const raw = encodeRawTransaction(buildTokenTransfer({ owner: sender, ...transfer, feeLimitSun, ...window }));
  return {
    txId: await send(raw),
    predicted: Number(simulated.energy),
    estimated: Number((estimate as { energy_required: number }).energy_required),
  };
}

const anyCall = fc.record({
  token: fc.constantFrom(...tokens),
  to: fc.constantFrom(...receivers),
  amount: fc.bigInt({ min: 1n, max: 1_000_000_000n }),
});

async function carryOutAll(calls: readonly Call[]) {
  const results = [];
  for (const call of calls) {
    const { txId, ...foreseen } = await carryOut(call);
    await chain.admin.mine();
    const receipt = (await node.ask('/wallet/gettransactioninfobyid', { value: txId })) as {
      receipt: { energy_usage_total: number; result: string };
    };
    expect(receipt.receipt.result).toBe('SUCCESS');
    results.push({ ...foreseen, used: receipt.receipt.energy_usage_total });
  }
  return results;
}

/** By how many percent of what was used each prediction lies above it, in ascending order. */
function errorsOf(pairs: readonly { readonly predicted: number; readonly used: number }[]): readonly number[] {
  return pairs.map(({ predicted, used }) => ((predicted - used) / used) * 100).toSorted((a, b) => a - b);
}

test('predictions are within 1 % of the receipts at the median and never below; estimates are far above', async () => {
  const calls = fc.sample(anyCall, { seed: 17, numRuns: callCount });
  const results = await carryOutAll(calls.slice(0, callCount / 2));
  // From here on the issuer of USDT takes a fee, which costs another entry.
  const issuer = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const usdt = await issuer.contract().at(chain.info().contracts.usdt.base58);
  await usdt['setParams']?.(10, 1).send({ feeLimit: Number(feeLimitSun) });
  await chain.admin.mine();
  results.push(...(await carryOutAll(calls.slice(callCount / 2))));

  const errors = errorsOf(results);
  expect(errors).toHaveLength(callCount);
  expect(errors[0]).toBeGreaterThanOrEqual(0);
  expect(errors[callCount / 2]).toBeLessThanOrEqual(1);
  expect(errors.at(-1)).toBeLessThanOrEqual(1);
  const estimates = errorsOf(results.map(({ estimated, used }) => ({ predicted: estimated, used })));
  expect(estimates[0]).toBeGreaterThan(5);
});

describe('a node that does not say what the simulated call used', () => {
  const [to] = receivers as [TronAddress];
  const ask = (estimate: object) =>
    simulateTokenTransfer(
      scriptedNode({
        '/wallet/triggerconstantcontract': () => ({ result: { result: true }, constant_result: ['00'.repeat(32)] }),
        '/wallet/estimateenergy': () => estimate,
      }),
      { from: sender, to, contract: getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), amount: units(1n) },
    );

  test('is asked for its estimate', async () => {
    const estimate = { result: { result: true }, energy_required: 20_495 };
    expect(await ask(estimate)).toEqual({ outcome: 'would-pass', energy: 20_495n });
  });

  test('and estimates nothing either foresees nothing', async () => {
    const message = Buffer.from('this node does not support estimate energy').toString('hex');
    await expect(ask({ result: { code: 'CONTRACT_VALIDATE_ERROR', message } })).rejects.toThrow('no energy');
  });
});
