import assert from 'node:assert/strict';
import { merkleRoot } from '../src/chain/block.ts';
import { fromHex, toHex } from '../src/crypto/bytes.ts';
import { sha256 } from '../src/crypto/hash.ts';
import { recoverAddress } from '../src/crypto/keys.ts';
import { parseMessage } from '../src/json/parse-message.ts';
import { parseTransaction } from '../src/json/parse-transaction.ts';
import { encodeMessage, findMessageType } from '../src/proto/codec.ts';
import type { ContractResult } from '../src/proto/types.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';

type Block = {
  blockID: string;
  block_header: {
    raw_data: Json & {
      number?: number;
      parentHash: string;
      txTrieRoot: string;
      timestamp: number;
      witness_address: string;
    };
    witness_signature: string;
  };
  transactions?: (Json & {
    txID: string;
    raw_data_hex: string;
    ret: { contractRet: ContractResult }[];
    raw_data: { contract: { type: string }[] };
  })[];
};

export const blockChecks: readonly Check[] = [
  {
    name: 'a block id is its number followed by the tail of its header hash, signed by the witness it names',
    paths: ['/wallet/getnowblock'],
    page: 'java-tron BlockCapsule',
    run: async (node) => {
      const block = await headOf(node);
      const { raw_data, witness_signature } = block.block_header;
      const hash = sha256(encodeMessage('BlockHeader.raw', parseMessage('BlockHeader.raw', raw_data, false)));
      assert.equal(block.blockID, numberOf(block).toString(16).padStart(16, '0') + toHex(hash).slice(16));
      assert.equal(toHex(recoverAddress(hash, fromHex(witness_signature))), raw_data.witness_address);
    },
  },
  {
    name: 'a block names its parent and is later than it',
    paths: ['/wallet/getnowblock', '/wallet/getblockbynum'],
    page: 'block-and-tx-query/getnowblock',
    run: async (node) => {
      const block = await headOf(node);
      const parent = await blockAt(node, numberOf(block) - 1);
      assert.equal(block.block_header.raw_data.parentHash, parent.blockID);
      assert.ok(block.block_header.raw_data.timestamp > parent.block_header.raw_data.timestamp);
    },
  },
  {
    name: 'the transaction root is the Merkle root over transactions with signatures and results',
    paths: ['/wallet/getblockbynum'],
    page: 'java-tron BlockCapsule',
    run: async (node) => {
      const block = await findBlock(node, (candidate) => (candidate.transactions ?? []).every(isKnown));
      const leaves = (block.transactions ?? []).map((transaction) => {
        const { raw_data, signature } = parseTransaction(transaction, false);
        return sha256(encodeMessage('Transaction', { raw_data, signature, ret: transaction.ret }));
      });
      assert.equal(block.block_header.raw_data.txTrieRoot, toHex(merkleRoot(leaves)));
    },
  },
  {
    name: 'a transaction id is the hash of its raw data, and the raw data is what its JSON encodes to',
    paths: ['/wallet/getblockbynum'],
    page: 'block-and-tx-query/gettransactionbyid',
    run: async (node) => {
      const block = await findBlock(node, (candidate) => (candidate.transactions ?? []).some(isKnown));
      for (const transaction of (block.transactions ?? []).filter(isKnown)) {
        assert.equal(toHex(sha256(fromHex(transaction.raw_data_hex))), transaction.txID);
        const { raw_data } = parseTransaction(transaction, false);
        assert.equal(toHex(encodeMessage('Transaction.raw', raw_data)), transaction.raw_data_hex);
      }
    },
  },
  {
    name: 'ranges exclude their end, end at 100 blocks and are empty objects beyond',
    paths: ['/wallet/getblockbylimitnext'],
    page: 'block-and-tx-query/getblockbylimitnext',
    run: async (node) => {
      const height = numberOf(await headOf(node));
      const range = async (startNum: number, endNum: number) =>
        ((await node.post('/wallet/getblockbylimitnext', { startNum, endNum })) as { block?: Block[] }).block;
      assert.deepEqual((await range(height - 1, height))?.map(numberOf), [height - 1]);
      assert.equal(await range(1, 102), undefined);
      assert.equal(await range(5, 5), undefined);
      assert.deepEqual(await range(height + 1_000, height + 1_001), []);
    },
  },
  {
    name: 'getblock leaves transactions out unless asked, and answers a bad id in words',
    paths: ['/wallet/getblock'],
    page: 'block-and-tx-query/getblock',
    run: async (node) => {
      const number = numberOf(await findBlock(node, () => true));
      const brief = await node.post('/wallet/getblock', { id_or_num: String(number), detail: false });
      assert.equal('transactions' in brief, false);
      const full = await node.post('/wallet/getblock', { id_or_num: String(number), detail: true });
      assert.equal('transactions' in full, true);
      assert.deepEqual(await node.post('/wallet/getblock', { id_or_num: 'zz' }), {
        Error: 'id must be legal block hash.',
      });
      assert.deepEqual(await node.post('/wallet/getblock', { id_or_num: String(number + 10_000_000) }), {});
    },
  },
  {
    name: 'the solidified head is at or below the head and on the same chain',
    paths: ['/wallet/getnowblock', '/walletsolidity/getnowblock', '/walletsolidity/getblockbynum'],
    page: 'block-and-tx-query/getnowblock',
    run: async (node) => {
      const solid = (await node.post('/walletsolidity/getnowblock')) as Block;
      const head = await headOf(node);
      assert.ok(numberOf(solid) <= numberOf(head));
      assert.equal((await blockAt(node, numberOf(solid))).blockID, solid.blockID);
      assert.deepEqual(await node.post('/walletsolidity/getblockbynum', { num: numberOf(head) + 1_000 }), {});
    },
  },
  {
    name: 'receipts of a block come as a bare array in the order of its transactions',
    paths: ['/wallet/gettransactioninfobyblocknum'],
    page: 'block-and-tx-query/gettransactioninfobyblocknum',
    run: async (node) => {
      const block = await findBlock(node, () => true);
      const receipts: unknown = await node.post('/wallet/gettransactioninfobyblocknum', { num: numberOf(block) });
      assert.ok(Array.isArray(receipts));
      assert.deepEqual(
        receipts.map(({ id }: { id: string }) => id),
        block.transactions?.map(({ txID }) => txID),
      );
      assert.deepEqual(
        await node.post('/wallet/gettransactioninfobyblocknum', { num: numberOf(block) + 10_000_000 }),
        [],
      );
      assert.deepEqual(await node.post('/wallet/gettransactioninfobyblocknum', { num: 0 }), {});
    },
  },
];

const searched = 300;

/** The latest block with transactions that fits. */
async function findBlock(node: Node, fits: (block: Block) => boolean): Promise<Block> {
  const head = numberOf(await headOf(node));
  for (let number = head; number > Math.max(0, head - searched); number -= 1) {
    const block = await blockAt(node, number);
    if ((block.transactions ?? []).length > 0 && fits(block)) return block;
  }
  throw new Error(`no fitting block among the last ${searched}`);
}

function isKnown({ raw_data }: NonNullable<Block['transactions']>[number]): boolean {
  return raw_data.contract.every(({ type }) => findMessageType(type) !== undefined);
}

async function headOf(node: Node): Promise<Block> {
  return (await node.post('/wallet/getnowblock')) as Block;
}

async function blockAt(node: Node, number: number): Promise<Block> {
  return (await node.post('/wallet/getblockbynum', { num: number })) as Block;
}

/** Block 0 has no number: defaults are dropped. */
function numberOf(block: Block): number {
  return block.block_header.raw_data.number ?? 0;
}
