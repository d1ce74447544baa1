import { referenceTo } from '../src/chain/send.ts';
import { hashTransaction, transactionId } from '../src/chain/transaction.ts';
import { fromHex } from '../src/crypto/bytes.ts';
import { signHash } from '../src/crypto/keys.ts';
import type { KeyPair } from '../src/crypto/keys.ts';
import { formatBare } from '../src/json/format-transaction.ts';
import { encodeMessage, typeUrlPrefix } from '../src/proto/codec.ts';
import type { Transaction, TransactionRaw } from '../src/proto/types.ts';
import type { Json, Node } from './node.ts';

export type TransferChange = {
  /** From the head's time. Default: one minute. */
  readonly expiresInMs?: number;
  readonly refBlockHash?: Uint8Array;
  /** Default: the owner's, 0. */
  readonly permissionId?: number;
  /** Hex instead of the right signature; none where it is given as `undefined`. */
  readonly signature?: string | undefined;
};

export type TransferInput = { readonly to: Uint8Array; readonly amountSun: bigint; readonly change?: TransferChange };

const lifeMs = 60_000;

/** A signed transfer on the node's head, made without any client library; `change` breaks it. */
export async function signTransfer(
  node: Node,
  owner: KeyPair,
  { to, amountSun, change = {} }: TransferInput,
): Promise<{ readonly json: Json; readonly txId: string }> {
  const head = (await node.post('/wallet/getnowblock')) as {
    blockID: string;
    block_header: { raw_data: { timestamp: number } };
  };
  const { timestamp } = head.block_header.raw_data;
  const reference = referenceTo(fromHex(head.blockID));
  const value = encodeMessage('TransferContract', { owner_address: owner.address, to_address: to, amount: amountSun });
  const raw_data: TransactionRaw = {
    ref_block_bytes: reference.ref_block_bytes,
    ref_block_hash: change.refBlockHash ?? reference.ref_block_hash,
    contract: [
      {
        type: 'TransferContract',
        parameter: { type_url: `${typeUrlPrefix}TransferContract`, value },
        Permission_id: change.permissionId ?? 0,
      },
    ],
    expiration: BigInt(timestamp + (change.expiresInMs ?? lifeMs)),
    timestamp: BigInt(timestamp),
    data: new Uint8Array(0),
    fee_limit: 0n,
  };
  const right = signHash(hashTransaction({ raw_data }), owner.privateKey);
  const signature =
    'signature' in change ? (change.signature === undefined ? [] : [fromHex(change.signature)]) : [right];
  const transaction: Transaction = { raw_data, signature };
  return { json: { visible: false, ...formatBare(transaction, false) }, txId: transactionId(transaction) };
}
