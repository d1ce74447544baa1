import { expect, test } from 'vitest';
import { deployTill, feeLimit, hexText, newPerson, post, startTestChain } from '../testing/test-chain.ts';

const wordOf = (reply: Record<string, unknown>): string =>
  hexText((reply['result'] as { readonly message?: string }).message);

test('a node as java-tron ships it refuses calls and estimates in the words of a real one', async () => {
  const { chain } = await startTestChain({ switchedOff: ['calls', 'estimates'] });
  const { contracts, accounts } = chain.info();
  const question = { owner_address: accounts.faucet.hex, contract_address: contracts.usdt.hex, data: '313ce567' };
  const ask = async (name: string) => wordOf(await post(chain, `/wallet/${name}`, question));
  expect(await ask('triggerconstantcontract')).toBe('this node does not support constant');
  expect(await ask('estimateenergy')).toBe('this node does not support estimate energy');
  expect(await post(chain, '/monitor/getnodeinfo')).toMatchObject({ configNodeInfo: { supportConstant: false } });
  await chain.admin.clearFaults();
  await chain.admin.setFault({ kind: 'no-calls' });
  expect(await ask('estimateenergy')).toBe('this node does not support constant, so estimate energy cannot work');
});

test('internal transactions that were stored stay after the switch-off, and those of later blocks are missing', async () => {
  const chainTest = await startTestChain();
  const { chain } = chainTest;
  const { contract } = await deployTill(chainTest, 10_000_000);
  const payOut = async (): Promise<string> => {
    const txId = (await contract['payOut']?.(newPerson().address, 1_000_000).send({ feeLimit })) as string;
    await chain.admin.mine();
    return txId;
  };
  const shows = async (value: string) =>
    'internal_transactions' in (await post(chain, '/wallet/gettransactioninfobyid', { value }));
  const before = await payOut();
  await chain.admin.setFault({ kind: 'no-internal' });
  const after = await payOut();
  expect([await shows(before), await shows(after)]).toEqual([true, false]);
  const inBlock = await fetch(`${chain.url}/wallet/gettransactioninfobyblocknum`, {
    method: 'POST',
    body: JSON.stringify({ num: chain.info().height }),
  });
  expect(JSON.stringify(await inBlock.json())).not.toContain('internal_transactions');
});
