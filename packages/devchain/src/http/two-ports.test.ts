import { TronWeb } from 'tronweb';
import { expect, test } from 'vitest';
import { post, startTestChain } from '../testing/test-chain.ts';

async function statusOf(url: string, path: string): Promise<number> {
  return (await fetch(`${url}${path}`, { method: 'POST', body: '{}' })).status;
}

test('a chain with a solidity port serves each root on a port of its own, as a stock node does', async () => {
  const { chain } = await startTestChain({ solidityPort: 0 });
  const second = await chain.addNode();
  for (const { url, solidityUrl } of [chain, second]) {
    expect(await statusOf(url, '/wallet/getnowblock')).toBe(200);
    expect(await statusOf(url, '/walletsolidity/getnowblock')).toBe(405);
    expect(await statusOf(url, '/devchain/info')).toBe(200);
    expect(await statusOf(url, '/v1/blocks/latest/events')).toBe(404);
    expect(await statusOf(solidityUrl, '/walletsolidity/getnowblock')).toBe(200);
    expect(await statusOf(solidityUrl, '/wallet/getnodeinfo')).toBe(200);
    for (const path of ['/wallet/getnowblock', '/devchain/info', '/v1/blocks/latest/events', '/']) {
      expect(await statusOf(solidityUrl, path)).toBe(404);
    }
  }
});

test('the solidity port answers from the solidified head and shares the faults of its node', async () => {
  const { chain } = await startTestChain({ solidityPort: 0, solidLag: 2 });
  await chain.admin.mine(4);
  const tronWeb = new TronWeb({ fullNode: chain.url, solidityNode: chain.solidityUrl, eventServer: chain.url });
  expect((await tronWeb.trx.getConfirmedCurrentBlock()).block_header.raw_data.number).toBe(3);
  expect((await tronWeb.trx.getCurrentBlock()).block_header.raw_data.number).toBe(5);
  await chain.admin.setFault({ kind: 'throttle', times: 1 });
  expect(await post({ url: chain.solidityUrl }, '/walletsolidity/getnowblock')).toHaveProperty('Error');
});

test('without one, one port serves both', async () => {
  const { chain } = await startTestChain();
  expect(chain.solidityUrl).toBe(chain.url);
  expect(await statusOf(chain.url, '/walletsolidity/getnowblock')).toBe(200);
});
