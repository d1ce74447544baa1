import { expect, test } from 'vitest';
import { feeLimit, newPerson, post, startTestChain } from '../testing/test-chain.ts';

test('a transaction is pending, then in a block, then solidified 19 blocks later', async () => {
  const { chain, tronWeb } = await startTestChain();
  const person = newPerson();
  const { txid } = await tronWeb.trx.sendTransaction(person.address, 5_000_000);
  const seen = async () => ({
    head: 'txID' in (await post(chain, '/wallet/gettransactionbyid', { value: txid })),
    pending: 'txID' in (await post(chain, '/wallet/gettransactionfrompending', { value: txid })),
    info: 'id' in (await post(chain, '/wallet/gettransactioninfobyid', { value: txid })),
    solid: 'txID' in (await post(chain, '/walletsolidity/gettransactionbyid', { value: txid })),
    solidInfo: 'id' in (await post(chain, '/walletsolidity/gettransactioninfobyid', { value: txid })),
    solidAccount: 'address' in (await post(chain, '/walletsolidity/getaccount', { address: person.hex })),
  });
  // The full node shows it at once, even with its outcome: that proves nothing.
  expect(await post(chain, '/wallet/gettransactionbyid', { value: txid })).toMatchObject({
    ret: [{ contractRet: 'SUCCESS' }],
  });
  expect(await seen()).toEqual({
    head: true,
    pending: true,
    info: false,
    solid: false,
    solidInfo: false,
    solidAccount: false,
  });
  expect(await post(chain, '/wallet/gettransactionlistfrompending')).toEqual({ txId: [txid] });

  await chain.admin.mine();
  expect(await seen()).toEqual({
    head: true,
    pending: false,
    info: true,
    solid: false,
    solidInfo: false,
    solidAccount: false,
  });
  await chain.admin.mine(18);
  expect(await seen()).toMatchObject({ solid: false, solidInfo: false, solidAccount: false });
  await chain.admin.mine(1);
  expect(await seen()).toEqual({
    head: true,
    pending: false,
    info: true,
    solid: true,
    solidInfo: true,
    solidAccount: true,
  });
});

test('balances and constant calls of the solid view are those of the solidified block', async () => {
  const { chain, tronWeb } = await startTestChain({ solidLag: 3 });
  const person = newPerson();
  const usdt = await tronWeb.contract().at(chain.info().contracts.usdt.base58);
  const balances = async () => {
    const call = {
      owner_address: person.address,
      contract_address: chain.info().contracts.usdt.base58,
      function_selector: 'balanceOf(address)',
      parameter: person.hex.slice(2).padStart(64, '0'),
      visible: true,
    };
    const read = async (root: string) => {
      const reply = await post(chain, `/${root}/triggerconstantcontract`, call);
      return Number(`0x${String((reply['constant_result'] as string[])[0])}`);
    };
    return [await read('wallet'), await read('walletsolidity')];
  };
  for (let round = 0; round < 6; round += 1) {
    await usdt['transfer']?.(person.address, 10).send({ feeLimit });
    await chain.admin.mine();
  }
  // Six blocks with 10 each, of which the last three are not solidified.
  expect(await balances()).toEqual([60, 30]);
  await usdt['transfer']?.(person.address, 10).send({ feeLimit });
  expect(await balances()).toEqual([70, 30]);
  await chain.admin.mine(3);
  expect(await balances()).toEqual([70, 60]);
});

test('the solid view has no block above the solidified head', async () => {
  const { chain } = await startTestChain({ solidLag: 5 });
  await chain.admin.mine(9);
  const heightOf = async (path: string, body = {}) => {
    const { block_header } = (await post(chain, path, body)) as { block_header?: { raw_data: { number: number } } };
    return block_header?.raw_data.number;
  };
  expect(await heightOf('/wallet/getnowblock')).toBe(10);
  expect(await heightOf('/walletsolidity/getnowblock')).toBe(5);
  expect(await heightOf('/walletsolidity/getblockbynum', { num: 5 })).toBe(5);
  expect(await post(chain, '/walletsolidity/getblockbynum', { num: 6 })).toEqual({});
  expect(chain.info()).toMatchObject({ height: 10, solidHeight: 5, solidLag: 5 });
});
