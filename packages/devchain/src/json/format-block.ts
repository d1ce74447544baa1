import { blockHeader, signBlock } from '../chain/block.ts';
import type { Block } from '../chain/types.ts';
import { toHex } from '../crypto/bytes.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { formatMessage } from './format-message.ts';
import type { JsonObject } from './format-message.ts';
import { formatTransaction } from './format-transaction.ts';

export type BlockFormat = {
  readonly witness: KeyPair;
  readonly visible: boolean;
  readonly detail: boolean;
};

/** A block as nodes print it; without `detail`, only its id and header. */
export function formatBlock(block: Block, { witness, visible, detail }: BlockFormat): JsonObject {
  const transactions = detail ? block.transactions.map((record) => formatTransaction(record, visible)) : [];
  return {
    blockID: toHex(block.id),
    block_header: {
      raw_data: formatMessage('BlockHeader.raw', blockHeader(block, witness.address), visible),
      witness_signature: toHex(signBlock(block, witness)),
    },
    ...(transactions.length > 0 ? { transactions } : {}),
  };
}
