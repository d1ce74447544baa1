import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesToUint } from '../crypto/bytes.ts';
import type { Block, TransactionRecord } from './types.ts';

/** Blocks ids of this many recent blocks may be referred to by transactions. */
const referenceWindow = 65_536;

export type Located = {
  readonly record: TransactionRecord;
  readonly block: Block;
  readonly index: number;
};

/** The sealed blocks and where each transaction is. */
export type History = {
  readonly head: () => Block;
  readonly append: (block: Block) => void;
  /** Removes every block above `height`; returns them, lowest first. */
  readonly truncate: (height: number) => Block[];
  readonly findBlock: (number: number) => Block | undefined;
  readonly findTransaction: (txId: string) => Located | undefined;
  readonly hasTransaction: (txId: string) => boolean;
  /** Numbers of blocks that are not empty, in order. */
  readonly filledHeights: () => readonly number[];
  readonly findReferenceBlock: (refBlockBytes: Uint8Array) => Uint8Array | undefined;
};

/** Blocks that stay as they are; the transactions of older ones are packed, and unpacked for who asks. */
const unpackedBlocks = 64;
/** Older blocks kept unpacked since someone asked. */
const cachedBlocks = 32;

type PackedBlock = Omit<Block, 'transactions'> & { readonly packed: Uint8Array };

export function createHistory(genesis: Block): History {
  const blocks: (Block | PackedBlock)[] = [genesis];
  const places = new Map<string, { readonly number: number; readonly index: number }>();
  const filled: number[] = [];
  const cache = new Map<number, Block>();
  let top = genesis;

  const unpacked = (block: Block | PackedBlock): Block => {
    if (!('packed' in block)) return block;
    const known = cache.get(block.number);
    const { packed, ...header } = block;
    const found = known ?? { ...header, transactions: unpack(packed) };
    cache.delete(block.number);
    cache.set(block.number, found);
    const [oldest] = cache.keys();
    if (cache.size > cachedBlocks && oldest !== undefined) cache.delete(oldest);
    return found;
  };
  const packAt = (number: number): void => {
    const block = blocks[number];
    if (block === undefined || 'packed' in block || block.transactions.length === 0) return;
    const { transactions, ...header } = block;
    blocks[number] = { ...header, packed: pack(transactions) };
  };
  const findBlock = (number: number): Block | undefined => {
    const block = Number.isInteger(number) ? blocks[number] : undefined;
    return block === undefined ? undefined : unpacked(block);
  };

  return {
    head: () => top,
    append: (block) => {
      if (block.number !== blocks.length) throw new Error(`block ${block.number} does not follow ${blocks.length - 1}`);
      blocks.push(block);
      top = block;
      if (block.transactions.length > 0) filled.push(block.number);
      for (const [index, { id }] of block.transactions.entries()) places.set(id, { number: block.number, index });
      packAt(block.number - unpackedBlocks);
    },
    truncate: (height) => {
      const removed = blocks.splice(height + 1).map(unpacked);
      top = findBlock(height) ?? genesis;
      while ((filled.at(-1) ?? 0) > height) filled.pop();
      for (const block of removed) {
        cache.delete(block.number);
        for (const { id } of block.transactions) places.delete(id);
      }
      return removed;
    },
    findBlock,
    findTransaction: (txId) => {
      const place = places.get(txId);
      const block = place === undefined ? undefined : findBlock(place.number);
      const record = place === undefined ? undefined : block?.transactions[place.index];
      return place === undefined || block === undefined || record === undefined
        ? undefined
        : { record, block, index: place.index };
    },
    hasTransaction: (txId) => places.has(txId),
    filledHeights: () => filled,
    findReferenceBlock: (refBlockBytes) => {
      if (refBlockBytes.length !== 2) return undefined;
      const height = top.number;
      const tail = Number(bytesToUint(refBlockBytes));
      const number = height - ((((height - tail) % referenceWindow) + referenceWindow) % referenceWindow);
      return blocks[number]?.id;
    },
  };
}

function pack(transactions: readonly TransactionRecord[]): Uint8Array {
  return deflateRawSync(serialize(transactions), { level: 1 });
}

function unpack(packed: Uint8Array): readonly TransactionRecord[] {
  return deserialize(inflateRawSync(packed)) as readonly TransactionRecord[];
}
