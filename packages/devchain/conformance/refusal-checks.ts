import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner } from '../src/crypto/address.ts';
import { fromHex } from '../src/crypto/bytes.ts';
import { deriveKeyPair } from '../src/crypto/keys.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';
import { signTransfer } from './sign-transfer.ts';
import type { TransferChange } from './sign-transfer.ts';

const refusals: readonly Pick<Check, 'name' | 'run'>[] = [
  {
    name: 'an expired transaction is refused as such, before its signature is looked at',
    run: (node) =>
      expectRefusal(node, { expiresInMs: -3_600_000, signature: '00'.repeat(65) }, 'TRANSACTION_EXPIRATION_ERROR'),
  },
  {
    name: 'a transaction that lives longer than a day is refused as expired',
    run: (node) => expectRefusal(node, { expiresInMs: 26 * 3_600_000 }, 'TRANSACTION_EXPIRATION_ERROR'),
  },
  {
    name: 'a signature of nobody is refused before the reference block is looked at',
    run: (node) =>
      expectRefusal(node, { signature: '00'.repeat(65), refBlockHash: fromHex('0102030405060708') }, 'SIGERROR'),
  },
  {
    name: 'a transaction without signature is refused',
    run: (node) => expectRefusal(node, { signature: undefined }, 'SIGERROR'),
  },
  {
    name: 'a permission the account does not have is refused',
    run: (node) => expectRefusal(node, { permissionId: 7 }, 'SIGERROR'),
  },
  {
    name: 'a reference block of another chain is refused',
    run: (node) => expectRefusal(node, { refBlockHash: fromHex('0102030405060708') }, 'TAPOS_ERROR'),
  },
  {
    name: 'a sender that was never activated is refused by the rules of its contract',
    run: (node) => expectRefusal(node, {}, 'CONTRACT_VALIDATE_ERROR'),
  },
];

/** None of these can take effect: the keys are fresh and own nothing. */
export const refusalChecks: readonly Check[] = refusals.map((refusal) => ({
  ...refusal,
  paths: ['/wallet/broadcasttransaction'],
  page: 'tx-build-and-broadcast/broadcasttransaction',
}));

async function expectRefusal(node: Node, change: TransferChange, code: string): Promise<void> {
  const owner = deriveKeyPair(randomBytes(32).toString('hex'), 'conformance');
  const to = fromInner(Uint8Array.from(randomBytes(20)));
  const { json, txId } = await signTransfer(node, owner, { to, amountSun: 1n, change });
  const reply: Json = await node.post('/wallet/broadcasttransaction', json);
  assert.equal(reply['code'], code, JSON.stringify(reply));
  assert.equal('result' in reply, false);
  assert.equal(reply['txid'], txId);
  assert.match(String(reply['message']), /^[0-9a-f]+$/);
}
