import { signHash } from '../crypto/keys.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { encodeMessage, typeUrlPrefix } from '../proto/codec.ts';
import type { ContractType, Messages, TransactionRaw } from '../proto/types.ts';
import { addTransaction, findPending } from './add-transaction.ts';
import { pendingTimestampMs } from './core.ts';
import type { ChainCore } from './core.ts';
import { solidHeight } from './sight.ts';
import { hashTransaction, transactionId } from './transaction.ts';
import type { TransactionRecord } from './types.ts';

const lifeMs = 60_000;

/** Signs a contract with one of the chain's own keys and runs it in the pending block. To be called inside `core.exclusively`. */
export async function sendContract<Name extends ContractType & keyof Messages>(
  core: ChainCore,
  signer: KeyPair,
  contract: { readonly name: Name; readonly message: Partial<Messages[Name]>; readonly feeLimitSun?: bigint },
): Promise<TransactionRecord> {
  const { name, message, feeLimitSun = 0n } = contract;
  const nowMs = pendingTimestampMs(core);
  // Built on a solidified block, it outlives every reorganisation.
  const reference = core.history.findBlock(solidHeight(core)) ?? core.identity.genesis;
  const value = encodeMessage(name, message);
  // Two equal ones on one reference block would have one id: the later one says it was made a millisecond later.
  for (let madeMs = nowMs; ; madeMs += 1) {
    const raw_data: TransactionRaw = {
      ...referenceTo(reference.id),
      contract: [{ type: name, parameter: { type_url: `${typeUrlPrefix}${name}`, value }, Permission_id: 0 }],
      expiration: BigInt(nowMs + lifeMs),
      timestamp: BigInt(madeMs),
      data: new Uint8Array(0),
      fee_limit: feeLimitSun,
    };
    const id = transactionId({ raw_data });
    if (findPending(core, id) !== undefined || core.history.hasTransaction(id)) continue;
    const signature = [signHash(hashTransaction({ raw_data }), signer.privateKey)];
    return addTransaction(core, { raw_data, signature });
  }
}

/** How a transaction names the block it was built on. */
export function referenceTo(blockId: Uint8Array): Pick<TransactionRaw, 'ref_block_bytes' | 'ref_block_hash'> {
  return { ref_block_bytes: blockId.slice(6, 8), ref_block_hash: blockId.slice(8, 16) };
}
