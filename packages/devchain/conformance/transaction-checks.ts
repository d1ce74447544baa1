import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { encodeTransaction } from '../src/chain/transaction.ts';
import { fromHex, toHex } from '../src/crypto/bytes.ts';
import { sha256 } from '../src/crypto/hash.ts';
import { deriveKeyPair } from '../src/crypto/keys.ts';
import { parseTransaction } from '../src/json/parse-transaction.ts';
import { askBoth, castOf, randomAddress, required } from './cast.ts';
import type { Seen } from './cast.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';
import { signTransfer } from './sign-transfer.ts';

async function lastSeen(node: Node): Promise<Seen> {
  return required((await castOf(node)).seen, 'nothing was sent');
}

const unknownId = (): string => randomBytes(32).toString('hex');

/** A transfer that an unknown key signed for itself. */
async function strangersTransfer(node: Node) {
  const owner = deriveKeyPair(randomBytes(32).toString('hex'), 'conformance');
  return { owner, ...(await signTransfer(node, owner, { to: fromHex(randomAddress()), amountSun: 1n })) };
}

const blocks: readonly Check[] = [
  {
    name: 'getnowblock: a GET and a POST give the head, with visible also the witness in base58',
    paths: bothRoots('getnowblock'),
    page: 'block-and-tx-query/getnowblock',
    run: async (node) => {
      for (const path of bothRoots('getnowblock')) {
        const numbers: number[] = [];
        for (const block of [await node.post(path), await node.get(path), await node.post(path, { visible: true })]) {
          const { raw_data } = block['block_header'] as { raw_data: Json };
          numbers.push(Number(raw_data['number']));
          assert.match(String(block['blockID']), /^[0-9a-f]{64}$/);
        }
        assert.deepEqual(
          numbers,
          numbers.toSorted((left, right) => left - right),
        );
        const { block_header } = (await node.post(path, { visible: true })) as { block_header: { raw_data: Json } };
        assert.match(String(block_header.raw_data['witness_address']), /^T\w{33}$/);
      }
    },
  },
  {
    name: 'getblock, getblockbynum and getblockbyid: one block under its number and its id; no number is the first block',
    paths: [...bothRoots('getblock'), ...bothRoots('getblockbynum'), ...bothRoots('getblockbyid')],
    page: 'block-and-tx-query/getblockbyid',
    run: async (node) => {
      const { height } = await lastSeen(node);
      const block = await askBoth(node, 'getblockbynum', { num: height });
      assert.deepEqual(await askBoth(node, 'getblockbyid', { value: block['blockID'] }), block);
      assert.deepEqual(await askBoth(node, 'getblock', { id_or_num: block['blockID'], detail: true }), block);
      assert.deepEqual(await askBoth(node, 'getblockbyid', { value: unknownId() }), {});
      assert.match(String((await askBoth(node, 'getblockbynum'))['blockID']), /^0{16}/);
      assert.deepEqual(await askBoth(node, 'getblock', { id_or_num: '-1' }), {
        Error: 'num must be non-positive number.',
      });
    },
  },
  {
    name: 'getblockbylimitnext and getblockbylatestnum: the same blocks; fewer than 100 at once',
    paths: [...bothRoots('getblockbylimitnext'), ...bothRoots('getblockbylatestnum')],
    page: 'block-and-tx-query/getblockbylatestnum',
    run: async (node) => {
      const { height } = await lastSeen(node);
      const range = { startNum: height, endNum: height + 1 };
      assert.deepEqual(await askBoth(node, 'getblockbylimitnext', range), {
        block: [await node.post('/wallet/getblockbynum', { num: height })],
      });
      for (const path of bothRoots('getblockbylatestnum')) {
        const { block } = (await node.post(path, { num: 2 })) as {
          block: { block_header: { raw_data: { number: number } } }[];
        };
        const numbers = block.map(({ block_header }) => block_header.raw_data.number);
        assert.equal(Math.abs((numbers[1] ?? 0) - (numbers[0] ?? 0)), 1);
      }
      assert.deepEqual(await askBoth(node, 'getblockbylatestnum', { num: 100 }), {});
      assert.deepEqual(await askBoth(node, 'getblockbylatestnum', { num: 0 }), {});
    },
  },
];

const transactions: readonly Check[] = [
  {
    name: 'gettransactionbyid and gettransactioninfobyid: what was sent, and what became of it in which block',
    paths: [...bothRoots('gettransactionbyid'), ...bothRoots('gettransactioninfobyid')],
    page: 'block-and-tx-query/gettransactioninfobyid',
    run: async (node) => {
      const { txId, height, type } = await lastSeen(node);
      const sent = (await askBoth(node, 'gettransactionbyid', { value: txId })) as {
        ret: Json[];
        raw_data: { contract: Json[] };
      };
      assert.deepEqual([sent.ret[0]?.['contractRet'], sent.raw_data.contract[0]?.['type']], ['SUCCESS', type]);
      const info = await askBoth(node, 'gettransactioninfobyid', { value: txId });
      assert.deepEqual([info['id'], info['blockNumber'], 'result' in info], [txId, height, false]);
      assert.equal(typeof info['receipt'], 'object');
    },
  },
  {
    name: 'gettransactionreceiptbyid: the receipt of gettransactioninfobyid alone, with a capital',
    paths: ['/wallet/gettransactionreceiptbyid'],
    page: 'java-tron GetTransactionReceiptByIdServlet',
    run: async (node) => {
      const { txId } = await lastSeen(node);
      const { receipt } = await node.post('/wallet/gettransactioninfobyid', { value: txId });
      assert.deepEqual(await node.post('/wallet/gettransactionreceiptbyid', { value: txId }), { Receipt: receipt });
      assert.deepEqual(await node.post('/wallet/gettransactionreceiptbyid', { value: unknownId() }), {});
    },
  },
  {
    name: 'totaltransaction: nodes do not count any more',
    paths: ['/wallet/totaltransaction'],
    page: 'java-tron TransactionStore',
    run: async (node) => {
      const { num = 0 } = await node.post('/wallet/totaltransaction');
      assert.equal(num, 0);
    },
  },
  {
    name: 'gettransactioninfobyblocknum and gettransactioncountbyblocknum: a receipt for each transaction of a block',
    paths: [...bothRoots('gettransactioninfobyblocknum'), ...bothRoots('gettransactioncountbyblocknum')],
    page: 'block-and-tx-query/gettransactioncountbyblocknum',
    run: async (node) => {
      const { txId, height } = await lastSeen(node);
      const receipts = (await askBoth(node, 'gettransactioninfobyblocknum', { num: height })) as unknown as Json[];
      assert.ok(receipts.some(({ id }) => id === txId));
      assert.deepEqual(await askBoth(node, 'gettransactioncountbyblocknum', { num: height }), {
        count: receipts.length,
      });
      assert.deepEqual(await askBoth(node, 'gettransactioncountbyblocknum', { num: height + 10_000_000 }), {
        count: 0,
      });
      const asText = await node.get(`/wallet/gettransactioncountbyblocknum?num=${height}&int64_as_string=true`);
      assert.deepEqual(asText, { count: String(receipts.length) });
    },
  },
  {
    name: 'getpendingsize, gettransactionlistfrompending and gettransactionfrompending: what waits; a stranger’s does not',
    paths: ['/wallet/getpendingsize', '/wallet/gettransactionlistfrompending', '/wallet/gettransactionfrompending'],
    page: 'block-and-tx-query/gettransactionlistfrompending',
    run: async (node) => {
      const { pendingSize } = await node.post('/wallet/getpendingsize');
      assert.ok(Number.isInteger(pendingSize) && Number(pendingSize) >= 0);
      assert.equal(typeof (await node.get('/wallet/getpendingsize?int64_as_string=true'))['pendingSize'], 'string');
      const { txId } = await node.post('/wallet/gettransactionlistfrompending');
      // An empty list is not written.
      if (txId !== undefined) for (const id of txId as string[]) assert.match(id, /^[0-9a-f]{64}$/);
      assert.deepEqual(await node.post('/wallet/gettransactionfrompending', { value: unknownId() }), {});
    },
  },
];

const signatures: readonly Check[] = [
  {
    name: 'getsignweight: who signed for whose permission; a key that is not in it is told in the result',
    paths: ['/wallet/getsignweight'],
    page: 'tx-build-and-broadcast/getsignweight',
    run: async (node) => {
      const { witness } = await castOf(node);
      const stranger = deriveKeyPair(randomBytes(32).toString('hex'), 'conformance');
      const foreign = { ...stranger, address: fromHex(witness) };
      const { json, txId } = await signTransfer(node, foreign, { to: fromHex(randomAddress()), amountSun: 1n });
      const answer = await node.post('/wallet/getsignweight', json);
      const { code, message } = answer['result'] as Json;
      assert.equal(code, 'PERMISSION_ERROR', JSON.stringify(answer));
      assert.ok(String(message).length > 0);
      const { txid, transaction } = answer['transaction'] as Json;
      assert.deepEqual([txid, (transaction as Json)['txID']], [txId, txId]);
    },
  },
  {
    name: 'getapprovedlist: whose signatures a transaction has, whatever they may do',
    paths: ['/wallet/getapprovedlist'],
    page: 'tx-build-and-broadcast/getapprovedlist',
    run: async (node) => {
      const { witness } = await castOf(node);
      const stranger = deriveKeyPair(randomBytes(32).toString('hex'), 'conformance');
      const foreign = { ...stranger, address: fromHex(witness) };
      const { json, txId } = await signTransfer(node, foreign, { to: fromHex(randomAddress()), amountSun: 1n });
      const answer = await node.post('/wallet/getapprovedlist', json);
      assert.deepEqual(answer['approved_list'], [toHex(stranger.address)]);
      assert.equal((answer['result'] as Json)['code'] ?? 'SUCCESS', 'SUCCESS');
      assert.equal((answer['transaction'] as Json)['txid'], txId);
    },
  },
  {
    name: 'broadcasttransaction and broadcasthex: the same refusal in two shapes, by the rules of the contract',
    paths: ['/wallet/broadcasttransaction', '/wallet/broadcasthex'],
    page: 'tx-build-and-broadcast/broadcasthex',
    run: async (node) => {
      const { json, txId } = await strangersTransfer(node);
      const asJson = await node.post('/wallet/broadcasttransaction', json);
      const hex = toHex(encodeTransaction(parseTransaction(json, false)));
      const asHex = await node.post('/wallet/broadcasthex', { transaction: hex });
      assert.deepEqual([asHex['result'], asHex['code'], asHex['txid']], [false, 'CONTRACT_VALIDATE_ERROR', txId]);
      assert.equal(asJson['code'], asHex['code']);
      assert.equal(Buffer.from(String(asJson['message']), 'hex').toString('utf8'), asHex['message']);
      const printed = JSON.parse(String(asHex['transaction'])) as { signature: unknown[]; raw_data: Json };
      assert.deepEqual(printed.signature, json['signature']);
      assert.equal('txID' in printed, false);
    },
  },
  {
    name: 'broadcasthex: without a transaction it has no contract, and what is none is an Error',
    paths: ['/wallet/broadcasthex'],
    page: 'tx-build-and-broadcast/broadcasthex',
    run: async (node) => {
      assert.deepEqual(await node.post('/wallet/broadcasthex'), {
        result: false,
        code: 'CONTRACT_VALIDATE_ERROR',
        message: 'Contract validate error : No contract!',
        transaction: '{}',
        txid: toHex(sha256(new Uint8Array(0))),
      });
      assert.match(
        String((await node.post('/wallet/broadcasthex', { transaction: 'ff' }))['Error']),
        /^class com\.google\.protobuf\.InvalidProtocolBufferException : /,
      );
    },
  },
];

export const transactionChecks: readonly Check[] = [...blocks, ...transactions, ...signatures];
