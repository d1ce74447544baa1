import { readAgreedBlock, type AgreedBlock, type Nodes } from './read-agreed-block.ts';

export type ReadAhead = {
  /**
   * The next blocks in order: as many as have arrived, at least one, at most `max` (the first may have more transactions
   * alone). Empty where a node has not got the next one yet. Throws what reading the next block threw.
   */
  readonly take: (max: BatchMax) => Promise<readonly AgreedBlock[]>;
};

export type BatchMax = { readonly blocks: number; readonly transactions: number };

export type ReadAheadOptions = {
  readonly nodes: Nodes;
  /** First and last block wanted. */
  readonly from: number;
  readonly to: number;
};

// Blocks asked for or waiting at the same time: enough to keep nodes and database busy at once, and about 50 MB at most.
const window = 32;

type Slot = { readonly answer: Promise<AgreedBlock | undefined>; arrived: boolean };

/** Keeps asking for the blocks after those that were taken, a bounded number at a time. */
export function readAhead({ nodes, from, to }: ReadAheadOptions): ReadAhead {
  const slots: Slot[] = [];
  let next = from;
  const fill = (): void => {
    for (; slots.length < window && next <= to; next += 1) {
      const slot: Slot = { answer: readAgreedBlock(nodes, next), arrived: false };
      const arrive = (): void => void (slot.arrived = true);
      // A fault is thrown to whoever takes the block; what nobody takes any more concerns nobody.
      slot.answer.then(arrive, arrive);
      slots.push(slot);
    }
  };
  return {
    take: async (max) => {
      fill();
      const blocks: AgreedBlock[] = [];
      let transactions = 0;
      while (blocks.length < max.blocks) {
        const [slot] = slots;
        if (slot === undefined || (blocks.length > 0 && !slot.arrived)) break;
        const block = blocks.length === 0 ? await slot.answer : await slot.answer.catch(() => undefined);
        if (block === undefined) break;
        transactions += block.transactions.length;
        if (blocks.length > 0 && transactions > max.transactions) break;
        slots.shift();
        blocks.push(block);
      }
      fill();
      return blocks;
    },
  };
}
