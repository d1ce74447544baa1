import { expect, test } from 'vitest';
import { startTestChain } from '../testing/test-chain.ts';

test('a transaction has its owner as only signer, and enough weight once he signed', async () => {
  const { chain, tronWeb, treasury } = await startTestChain();
  const unsigned = await tronWeb.transactionBuilder.sendTrx(chain.info().accounts.faucet.base58, 5);
  const before = await tronWeb.trx.getSignWeight(unsigned);
  expect(before).toMatchObject({ result: { code: 'NOT_ENOUGH_PERMISSION' }, approved_list: [] });
  const signed = await tronWeb.trx.sign(unsigned);
  const owner = tronWeb.address.toHex(treasury).toLowerCase();
  expect(await tronWeb.trx.getSignWeight(signed as never)).toMatchObject({
    result: {},
    approved_list: [owner],
    current_weight: 1,
    permission: { threshold: 1, keys: [{ address: owner, weight: 1 }] },
    transaction: { result: { result: true }, txid: unsigned.txID },
  });
  expect(await tronWeb.trx.getApprovedList(signed as never)).toMatchObject({ result: {}, approved_list: [owner] });
});

test('a signature nobody can have made is told', async () => {
  const { chain, tronWeb } = await startTestChain();
  const signed = await tronWeb.trx.sign(
    await tronWeb.transactionBuilder.sendTrx(chain.info().accounts.faucet.base58, 5),
  );
  signed.signature = ['00'.repeat(65)];
  expect(await tronWeb.trx.getSignWeight(signed as never)).toMatchObject({ result: { code: 'COMPUTE_ADDRESS_ERROR' } });
});
