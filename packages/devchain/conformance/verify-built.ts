import assert from 'node:assert/strict';
import { fromHex, toHex } from '../src/crypto/bytes.ts';
import { sha256 } from '../src/crypto/hash.ts';
import { parseTransaction } from '../src/json/parse-transaction.ts';
import { encodeMessage } from '../src/proto/codec.ts';
import type { Json, Node } from './node.ts';

/** How long a transaction lives that a node builds. */
const lifeMs = 60_000;
/** A transaction names its reference block by the last two bytes of the number. */
const referenceWindow = 65_536;

type Head = { readonly number: number; readonly timestamp: number };

type Heads = { readonly solid: Head; readonly head: Head };

export async function headsOf(node: Node): Promise<Heads> {
  return { solid: await headOf(node, '/walletsolidity'), head: await headOf(node, '/wallet') };
}

/**
 * Holds a transaction that a node has just built against the page that tells what one is like: its id, its encoding, the
 * block it refers to and how long it lives. `before` is from before it was asked for.
 */
export async function verifyBuilt(
  node: Node,
  transaction: Json,
  expected: { readonly type: string; readonly value: Json; readonly before: Heads },
): Promise<void> {
  const { txID, raw_data_hex, raw_data } = transaction as { txID: string; raw_data_hex: string; raw_data: Json };
  assert.deepEqual(raw_data['contract'], [
    {
      parameter: { value: expected.value, type_url: `type.googleapis.com/protocol.${expected.type}` },
      type: expected.type,
    },
  ]);
  assert.equal(txID, toHex(sha256(fromHex(raw_data_hex))));
  assert.equal(toHex(encodeMessage('Transaction.raw', parseTransaction(transaction, false).raw_data)), raw_data_hex);
  assert.equal('signature' in transaction, false);

  const { head } = await headsOf(node);
  const headMs = Number(raw_data['expiration']) - lifeMs;
  assert.ok(headMs >= expected.before.head.timestamp && headMs <= head.timestamp, `expires at ${headMs} + ${lifeMs}`);
  const tail = Number.parseInt(String(raw_data['ref_block_bytes']), 16);
  const number = head.number - ((((head.number - tail) % referenceWindow) + referenceWindow) % referenceWindow);
  assert.ok(number >= expected.before.solid.number, `refers to block ${number}`);
  const { blockID } = await node.post('/wallet/getblockbynum', { num: number });
  assert.equal(raw_data['ref_block_hash'], String(blockID).slice(16, 32));
}

async function headOf(node: Node, root: string): Promise<Head> {
  const { block_header } = (await node.post(`${root}/getnowblock`)) as {
    block_header: { raw_data: { number?: number; timestamp: number } };
  };
  return { number: block_header.raw_data.number ?? 0, timestamp: block_header.raw_data.timestamp };
}
