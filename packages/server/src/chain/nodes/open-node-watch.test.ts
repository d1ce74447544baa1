import { manualClock } from '@tern/base/clock';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { getAddress } from '@tern/tron/address';
import { openNetworkNode } from '@tern/tron/open-network-node';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import type { NetworkKind } from './judge-node.ts';
import { openNodeWatch, type NodeReport } from './open-node-watch.ts';

let chain: Devchain;
beforeAll(async () => {
  chain = await startDevchain({ port: 0, solidityPort: 0, seed: 'node watch', mining: { mode: 'manual' } });
  await chain.admin.mine(25);
});
afterEach(() => chain.admin.clearFaults());
afterAll(() => chain.close());

async function headMs(): Promise<number> {
  const response = await fetch(`${chain.url}/wallet/getnowblock`);
  const block = (await response.json()) as { block_header: { raw_data: { timestamp: number } } };
  return block.block_header.raw_data.timestamp;
}

async function ask(
  options: {
    readonly genesisId?: string;
    readonly usdt?: string;
    readonly laterMs?: number;
    readonly url?: string;
    readonly network?: NetworkKind;
  } = {},
): Promise<NodeReport> {
  const { contracts, accounts, genesisId } = chain.info();
  const node = openNetworkNode({
    url: options.url ?? chain.url,
    solidityUrl: chain.solidityUrl,
    timeoutMs: 10_000,
    genesisId: options.genesisId ?? genesisId,
  });
  const usdt = getAddress(options.usdt === 'none' ? accounts.faucet.base58 : contracts.usdt.base58);
  const seen: NodeReport[] = [];
  const kept: NodeReport[] = [];
  const watch = openNodeWatch({
    nodes: [node],
    tokens: [{ setting: 'USDT_CONTRACT', contract: usdt, decimals: 6 }],
    clock: manualClock(new Date((await headMs()) + (options.laterMs ?? 0))),
    network: options.network ?? 'mainnet',
    report: (found) => void seen.push(found),
    keep: (all) => Promise.resolve(void kept.push(...all)),
  });
  expect(watch.reports()).toEqual([]);
  await watch.tick();
  const [found] = watch.reports();
  expect(seen).toEqual([found]);
  expect(kept).toEqual([found]);
  if (found === undefined) throw new Error('no report');
  return found;
}

test('a node that can do everything is reported with its version and heads; a quiet chain shows no internal transaction', async () => {
  const { height, solidHeight } = chain.info();
  expect(await ask()).toMatchObject({
    version: '4.8.0',
    headBlock: height,
    solidBlock: solidHeight,
    faults: [expect.stringContaining('saveInternalTx = true')],
    notes: [],
  });
  expect(await ask({ network: 'private' })).toMatchObject({
    faults: [],
    notes: [expect.stringContaining('little traffic')],
  });
  expect(await ask({ network: 'local' })).toMatchObject({ faults: [], notes: [] });
});

test('what is switched off in its configuration is named with what to set', async () => {
  await chain.admin.setFault({ kind: 'no-calls' });
  await chain.admin.setFault({ kind: 'no-estimates' });
  expect(await ask()).toMatchObject({
    faults: [expect.stringContaining('supportConstant = true'), expect.stringContaining('saveInternalTx = true')],
    notes: [expect.stringContaining('estimateEnergy = true')],
  });
});

test('another network, a silent node, a wrong token and a wrong clock each have a sentence', async () => {
  const faultsOf = async (options: Parameters<typeof ask>[0]) => (await ask(options)).faults.join(' ');
  expect(await faultsOf({ genesisId: '00'.repeat(32) })).toMatch(/other-network.*Replace it in TRON_NODE_URLS/);
  expect(await faultsOf({ url: 'http://127.0.0.1:1' })).toMatch(/no usable answer.*TRON_SOLIDITY_URLS/);
  expect(await faultsOf({ usdt: 'none' })).toMatch(/USDT_CONTRACT: T\w+ has no contract\. Set it/);
  expect(await faultsOf({ laterMs: 61_000 })).toContain('Its newest block is 61 seconds old.');
  expect(await faultsOf({ laterMs: -61_000 })).toContain('61 seconds ahead of the clock of this machine.');
  await chain.admin.setFault({ kind: 'stall-solid' });
  await chain.admin.mine(101);
  expect(await faultsOf({})).toContain('blocks behind its newest one');
});
