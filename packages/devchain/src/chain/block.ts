import { concat, uintBytes } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';
import { signHash } from '../crypto/keys.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { encodeMessage } from '../proto/codec.ts';
import type { BlockHeaderRaw } from '../proto/types.ts';
import type { Block, TransactionRecord } from './types.ts';

/** Version of the block format that nodes of the 4.8 line write. */
const blockVersion = 31;

export type BlockDraft = {
  readonly number: number;
  readonly parentId: Uint8Array;
  readonly timestampMs: number;
  readonly transactions: readonly TransactionRecord[];
};

const noTransactions = new Uint8Array(32);

/** Completes a block. The same draft and witness always give the same block. */
export function sealBlock(draft: BlockDraft, witness: Uint8Array): Block {
  const transactionRoot = transactionRootOf(draft.transactions);
  const hash = sha256(encodeHeader({ ...draft, transactionRoot }, witness));
  return { ...draft, transactionRoot, id: concat(uintBytes(BigInt(draft.number), 8), hash.subarray(8)) };
}

/** The number a block's id begins with; `NaN` when it is no id. */
export function blockNumberOf(idHex: string): number {
  return /^[0-9a-f]{64}$/.test(idHex) ? Number(BigInt(`0x${idHex.slice(0, 16)}`)) : NaN;
}

/** Root of a block's transactions. They count with signatures and results, as they stand in the block. */
function transactionRootOf(transactions: readonly TransactionRecord[]): Uint8Array {
  return merkleRoot(
    transactions.map(({ transaction, receipt }) => {
      const ret = [{ contractRet: receipt.contractResult }];
      return sha256(encodeMessage('Transaction', { ...transaction, ret }));
    }),
  );
}

/** By the block's id, which stays the same object when its transactions are packed. */
const signatures = new WeakMap<Uint8Array, Uint8Array>();

/**
 * The witness's signature of a block. Made when asked for: a chain that starts again has thousands of blocks nobody reads.
 * Each chain has one witness, so a block has one signature.
 */
export function signBlock(block: Block, witness: KeyPair): Uint8Array {
  const known = signatures.get(block.id);
  if (known !== undefined) return known;
  const signature = signHash(sha256(encodeHeader(block, witness.address)), witness.privateKey);
  signatures.set(block.id, signature);
  return signature;
}

function encodeHeader(block: Omit<Block, 'id'>, witness: Uint8Array): Uint8Array {
  return encodeMessage('BlockHeader.raw', blockHeader(block, witness));
}

export function blockHeader(
  block: Pick<Block, 'number' | 'parentId' | 'timestampMs' | 'transactionRoot'>,
  witness: Uint8Array,
): BlockHeaderRaw {
  return {
    timestamp: BigInt(block.timestampMs),
    txTrieRoot: block.transactionRoot,
    parentHash: block.parentId,
    number: BigInt(block.number),
    witness_address: witness,
    version: blockVersion,
  };
}

/** Pairs are hashed together level by level; a leaf without a partner moves up as it is. 32 zero bytes without leaves. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (left !== undefined) above.push(right === undefined ? left : sha256(concat(left, right)));
    }
    level = above;
  }
  return level[0] ?? noTransactions;
}
