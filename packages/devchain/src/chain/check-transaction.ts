import { openContract } from '../actuators/open-contract.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import type { Permission, Transaction } from '../proto/types.ts';
import type { CellReader } from '../state/cells.ts';
import { findPermission } from '../state/permissions.ts';
import { BroadcastRefusal, invalidContract } from './refusal.ts';
import { checkWeight, permitted, SignatureFault } from './signatures.ts';
import { encodeTransaction, transactionId } from './transaction.ts';
import type { Block } from './types.ts';

/** What the checks ask of the chain. */
export type ChainFacts = {
  readonly head: Block;
  /** At the head, what is pending included: who may sign for whom. */
  readonly state: CellReader;
  /** Earliest time of the next block. */
  readonly nextSlotMs: number;
  readonly isKnown: (txId: string) => boolean;
  /** The id of the recent block whose number ends in these two bytes. */
  readonly findReferenceBlock: (refBlockBytes: Uint8Array) => Uint8Array | undefined;
};

const maxTransactionBytes = 512_000;
const maxLifeMs = 24 * 60 * 60 * 1000;
/** Signatures a transaction may carry at all. */
const signaturesMax = 5;

/** Checks a broadcast in the order a node does, up to what only execution can tell. Throws `BroadcastRefusal`. */
export function checkTransaction(facts: ChainFacts, transaction: Transaction): void {
  const { raw_data } = transaction;
  if (raw_data.contract.length === 0) throw invalidContract('No contract!');
  if (raw_data.expiration < BigInt(facts.nextSlotMs)) throw new BroadcastRefusal('TRANSACTION_EXPIRATION_ERROR');
  checkSignatures(facts.state, transaction);
  checkReference(facts, transaction);
  if (encodeTransaction(transaction).length > maxTransactionBytes)
    throw new BroadcastRefusal('TOO_BIG_TRANSACTION_ERROR');
  const headMs = BigInt(facts.head.timestampMs);
  if (raw_data.expiration <= headMs || raw_data.expiration > headMs + BigInt(maxLifeMs)) {
    throw new BroadcastRefusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }
  if (facts.isKnown(transactionId(transaction))) throw new BroadcastRefusal('DUP_TRANSACTION_ERROR');
  if (raw_data.contract.length > 1)
    throw invalidContract(`tx should contain one contract, has ${raw_data.contract.length}`);
}

function checkSignatures(state: CellReader, transaction: Transaction): void {
  const [contract] = transaction.raw_data.contract;
  const { signature } = transaction;
  if (contract === undefined || signature.length === 0) throw badSignature('miss sig or contract');
  if (signature.length > signaturesMax) throw badSignature('too many signatures');
  const { owner } = openContract(contract);
  const permission = findPermission(state, toHex(owner), contract.Permission_id);
  if (permission === undefined) throw badSignature("permission isn't exit");
  if (contract.Permission_id !== 0 && permission.type !== 'Active') throw badSignature('Permission type is error');
  if (contract.Permission_id !== 0 && !permitted(permission, contract.type)) throw badSignature('Permission denied');
  if (weightOf(transaction, permission) < permission.threshold) throw badSignature('sig error');
}

function weightOf(transaction: Transaction, permission: Permission): bigint {
  try {
    return checkWeight(transaction, permission).weight;
  } catch (error) {
    if (error instanceof SignatureFault) throw badSignature(error.message);
    throw error;
  }
}

function checkReference(facts: ChainFacts, { raw_data }: Transaction): void {
  const block = facts.findReferenceBlock(raw_data.ref_block_bytes);
  if (block === undefined || !equalBytes(block.subarray(8, 16), raw_data.ref_block_hash)) {
    throw new BroadcastRefusal('TAPOS_ERROR');
  }
}

function badSignature(reason: string): BroadcastRefusal {
  return new BroadcastRefusal('SIGERROR', `Validate signature error: ${reason}`);
}
