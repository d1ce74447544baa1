import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner } from '../src/crypto/address.ts';
import { toHex } from '../src/crypto/bytes.ts';
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
];

function receiptOf(node: Node, root: string, txId: string, timeoutMs: number): Promise<Json> {
  return until(timeoutMs, async () => {
    const receipt = await node.post(`${root}/gettransactioninfobyid`, { value: txId });
    return 'id' in receipt ? receipt : undefined;
  });
}
