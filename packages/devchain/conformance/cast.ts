import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner } from '../src/crypto/address.ts';
import { toHex, utf8Bytes } from '../src/crypto/bytes.ts';
import { NotOffered } from './check.ts';
import type { Json, Node } from './node.ts';

/** A transaction that a chain took and carried out. */
export type Seen = { readonly type: string; readonly txId: string; readonly height: number; readonly value: Json };

/** Who and what a chain has that cases can be about. Addresses and texts as hex; everything is below the solidified head. */
export type Cast = {
  /** The witness of the solidified head. */
  readonly witness: string;
  /** The time of that block. */
  readonly solidMs: number;
  /** Newest first. */
  readonly seen: readonly Seen[];
  /** Who signed these. */
  readonly owners: readonly string[];
  /** Contracts that were called, and who deployed them. */
  readonly contracts: readonly { readonly address: string; readonly origin: string }[];
  readonly tokens: readonly Token[];
  readonly exchanges: readonly Exchange[];
  readonly proposals: readonly Proposal[];
};

export type Token = {
  readonly id: string;
  readonly name: string;
  readonly owner_address: string;
  readonly trx_num: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly frozen_supply?: readonly Json[];
};
export type Exchange = {
  readonly exchange_id: number;
  readonly creator_address: string;
  readonly first_token_id: string;
  readonly first_token_balance: number;
  readonly second_token_id: string;
  readonly second_token_balance: number;
};
export type Proposal = { readonly proposal_id: number; readonly proposer_address: string; readonly state?: string };

type Block = {
  readonly block_header: {
    readonly raw_data: { readonly number?: number; readonly timestamp: number; readonly witness_address: string };
  };
  readonly transactions?: readonly {
    readonly txID: string;
    readonly ret?: readonly { readonly contractRet?: string }[];
    readonly raw_data: {
      readonly contract: readonly { readonly type: string; readonly parameter: { readonly value: Json } }[];
    };
  }[];
};

/** Blocks a node gives at once. */
const rangeBlocks = 100;
const ranges = 3;
const castMax = 24;

const casts = new WeakMap<Node, Promise<Cast>>();

/** Looks for it once; every case about this node sees the same. */
export function castOf(node: Node): Promise<Cast> {
  const known = casts.get(node) ?? findCast(node);
  casts.set(node, known);
  return known;
}

export const randomAddress = (): string => toHex(fromInner(Uint8Array.from(randomBytes(20))));

/** As text fields are sent. */
export const text = (value: string): string => toHex(utf8Bytes(value));

export function seenOf({ seen }: Cast, type: string): readonly Seen[] {
  return seen.filter((one) => one.type === type);
}

/** The first of these. */
export function required<Item>(items: readonly Item[], what: string): Item {
  const [first] = items;
  if (first === undefined) throw new NotOffered(`this chain has nothing for it: ${what}`);
  return first;
}

/** The answer of both roots, which has to be the same. */
export async function askBoth(node: Node, endpoint: string, body: Json = {}): Promise<Json> {
  const answer = await node.post(`/wallet/${endpoint}`, body);
  assert.deepEqual(await node.post(`/walletsolidity/${endpoint}`, body), answer);
  return answer;
}

async function findCast(node: Node): Promise<Cast> {
  const solid = (await node.post('/walletsolidity/getnowblock')) as unknown as Block;
  const seen = await listSeen(node, solid.block_header.raw_data.number ?? 0);
  const owners = distinct(seen.map(({ value }) => String(value['owner_address'])));
  const called = distinct(seen.map(({ value }) => value['contract_address']).filter((value) => value !== undefined));
  return {
    witness: solid.block_header.raw_data.witness_address,
    solidMs: solid.block_header.raw_data.timestamp,
    seen,
    owners,
    contracts: await listContracts(node, called.map(String)),
    tokens: await listOf<Token>(node, '/walletsolidity/getassetissuelist', 'assetIssue'),
    exchanges: await listOf<Exchange>(node, '/walletsolidity/listexchanges', 'exchanges'),
    proposals: await listOf<Proposal>(node, '/wallet/listproposals', 'proposals'),
  };
}

async function listSeen(node: Node, height: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let range = 0; range < ranges; range += 1) {
    const endNum = height + 1 - range * rangeBlocks;
    const startNum = Math.max(1, endNum - rangeBlocks);
    if (endNum <= startNum) break;
    const { block = [] } = (await node.post('/walletsolidity/getblockbylimitnext', { startNum, endNum })) as {
      block?: Block[];
    };
    seen.push(...block.toReversed().flatMap(transactionsOf));
  }
  return seen;
}

function transactionsOf({ block_header, transactions = [] }: Block): Seen[] {
  return transactions
    .filter(({ ret }) => ret?.[0]?.contractRet === 'SUCCESS')
    .flatMap(({ txID, raw_data: { contract } }) =>
      contract.map(({ type, parameter: { value } }) => ({
        type,
        txId: txID,
        height: block_header.raw_data.number ?? 0,
        value,
      })),
    )
    .toReversed();
}

async function listContracts(node: Node, addresses: readonly string[]): Promise<Cast['contracts']> {
  const contracts: { address: string; origin: string }[] = [];
  for (const address of addresses) {
    const { origin_address: origin } = await node.post('/wallet/getcontract', { value: address });
    if (typeof origin === 'string') contracts.push({ address, origin });
  }
  return contracts;
}

/** The newest of a list. */
async function listOf<Item>(node: Node, path: string, member: string): Promise<readonly Item[]> {
  const answer = await node.post(path);
  return ((answer[member] ?? []) as Item[]).slice(-castMax);
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)].slice(0, castMax);
}
