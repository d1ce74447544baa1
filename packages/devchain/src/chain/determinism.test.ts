import { expect, test } from 'vitest';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';
import { recoverAddress } from '../crypto/keys.ts';
import { parseMessage } from '../json/parse-message.ts';
import { encodeMessage } from '../proto/codec.ts';
import { post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

async function playSameGame(seed: string): Promise<{ ids: unknown[]; test: TestChain }> {
  const test = await startTestChain({ seed });
  const { chain, tronWeb } = test;
  const { faucet } = chain.info().accounts;
  await tronWeb.trx.sendTransaction(faucet.base58, 5);
  await chain.admin.faucetToken('usdt', test.treasury, 7n);
  await chain.admin.faucetToken('usdt', test.treasury, 7n);
  await chain.admin.mine(2);
  await chain.admin.advanceTime(500);
  await chain.admin.setParameters({ getEnergyFee: 420n });
  await chain.admin.mine();
  const { block } = await post(chain, '/wallet/getblockbylimitnext', { startNum: 0, endNum: 10 });
  return { ids: (block as { blockID: string }[]).map(({ blockID }) => blockID), test };
}

test('equal seeds and equal inputs give equal blocks', async () => {
  const first = await playSameGame('one');
  const second = await playSameGame('one');
  expect(first.ids).toHaveLength(6);
  expect(second.ids).toEqual(first.ids);
  expect(second.test.chain.info()).toEqual(first.test.chain.info());
});

test('another seed gives another chain', async () => {
  const first = await playSameGame('one');
  const second = await playSameGame('two');
  for (const [height, id] of first.ids.entries()) expect(second.ids[height]).not.toBe(id);
  expect(second.test.chain.info().contracts).not.toEqual(first.test.chain.info().contracts);
});

test('a block is signed by the witness it names', async () => {
  const { chain } = await startTestChain();
  const { block_header } = (await post(chain, '/wallet/getnowblock')) as {
    block_header: { raw_data: { witness_address: string }; witness_signature: string };
  };
  const header = encodeMessage('BlockHeader.raw', parseMessage('BlockHeader.raw', block_header.raw_data, false));
  const signer = recoverAddress(sha256(header), fromHex(block_header.witness_signature));
  expect(toHex(signer)).toBe(block_header.raw_data.witness_address);
});
