import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { encodeTransaction } from '../src/chain/transaction.ts';
import { fromInner } from '../src/crypto/address.ts';
import { fromHex, toHex } from '../src/crypto/bytes.ts';
import { parseTransaction } from '../src/json/parse-transaction.ts';
import { randomAddress } from './cast.ts';
import { bothRoots } from './check.ts';
import type { FundedCheck } from './check.ts';
import { until } from './node.ts';
import type { Json, Node } from './node.ts';
import { signTransfer } from './sign-transfer.ts';

/** A real network solidifies after about a minute. */
const includedWithinMs = 60_000;
const solidifiedWithinMs = 180_000;

export const fundedChecks: readonly FundedCheck[] = [
  {
    name: 'a transfer to a fresh address costs 1.1 TRX, is pending, sealed and solidified in this order, and a duplicate throughout',
    paths: [
      '/wallet/broadcasttransaction',
      '/wallet/gettransactionbyid',
      ...bothRoots('gettransactioninfobyid'),
      '/walletsolidity/getaccount',
    ],
    page: 'tx-build-and-broadcast/broadcasttransaction',
    run: async (node, key) => {
      const to = fromInner(Uint8Array.from(randomBytes(20)));
      const { json, txId } = await signTransfer(node, key, { to, amountSun: 1n });
      assert.deepEqual(await node.post('/wallet/broadcasttransaction', json), { result: true, txid: txId });
      assert.equal((await node.post('/wallet/gettransactionbyid', { value: txId }))['txID'], txId);
      assert.equal((await node.post('/wallet/broadcasttransaction', json))['code'], 'DUP_TRANSACTION_ERROR');

      const receipt = await receiptOf(node, '/wallet', txId, includedWithinMs);
      assert.equal(receipt['fee'], 1_100_000);
      assert.deepEqual(receipt['receipt'], { net_fee: 100_000 });
      assert.deepEqual(receipt['contractResult'], ['']);
      assert.equal((await node.post('/wallet/broadcasttransaction', json))['code'], 'DUP_TRANSACTION_ERROR');

      assert.deepEqual(await receiptOf(node, '/walletsolidity', txId, solidifiedWithinMs), receipt);
      const account = await node.post('/walletsolidity/getaccount', { address: toHex(to) });
      assert.equal(account['balance'], 1);
      assert.equal('type' in account, false);
    },
  },
  {
    name: 'a signed transfer has enough weight and one signer, is taken as hex, and waits until it is in a block',
    paths: [
      '/wallet/getsignweight',
      '/wallet/getapprovedlist',
      '/wallet/broadcasthex',
      '/wallet/gettransactionlistfrompending',
      '/wallet/gettransactionfrompending',
    ],
    page: 'tx-build-and-broadcast/getsignweight',
    run: async (node, key) => {
      const { json, txId } = await signTransfer(node, key, { to: fromHex(randomAddress()), amountSun: 2n });
      const weight = await node.post('/wallet/getsignweight', json);
      // The code of enough weight is the zero of its list, and zeros are not written.
      assert.equal((weight['result'] as Json)['code'] ?? 'ENOUGH_PERMISSION', 'ENOUGH_PERMISSION');
      assert.deepEqual(weight['approved_list'], [key.addressHex]);
      assert.ok(Number(weight['current_weight']) >= (weight['permission'] as { threshold: number }).threshold);
      assert.deepEqual((await node.post('/wallet/getapprovedlist', json))['approved_list'], [key.addressHex]);

      const transaction = toHex(encodeTransaction(parseTransaction(json, false)));
      const taken = await node.post('/wallet/broadcasthex', { transaction });
      assert.deepEqual([taken['result'], taken['code'], taken['txid']], [true, 'SUCCESS', txId]);
      // It may be in a block before it is asked for.
      const { txId: waiting = [] } = (await node.post('/wallet/gettransactionlistfrompending')) as { txId?: string[] };
      const found = await node.post('/wallet/gettransactionfrompending', { value: txId });
      assert.ok(Object.keys(found).length === 0 || found['txID'] === txId);
      if (!waiting.includes(txId))
        assert.equal((await node.post('/wallet/gettransactionbyid', { value: txId }))['txID'], txId);
      assert.equal((await receiptOf(node, '/wallet', txId, includedWithinMs))['id'], txId);
    },
  },
];

function receiptOf(node: Node, root: string, txId: string, timeoutMs: number): Promise<Json> {
  return until(timeoutMs, async () => {
    const receipt = await node.post(`${root}/gettransactioninfobyid`, { value: txId });
    return 'id' in receipt ? receipt : undefined;
  });
}
