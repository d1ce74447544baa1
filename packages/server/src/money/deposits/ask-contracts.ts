import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts } from '@tern/tron/block-facts';
import { getSolidBlock, type BlockHead } from '@tern/tron/get-block-head';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import { readBlock } from '@tern/tron/read-block';
import { listMoved } from './list-moved.ts';
import { holdingKey, sumTokenChanges, type TokenChange } from './token-changes.ts';
import type { Holding } from './token-watch-store.ts';

export type AskContractsDeps = {
  readonly db: DbReader;
  readonly node: TronNode;
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
  readonly houseAddresses: ReadonlySet<TronAddress>;
};

/** What contracts said of holdings, by `holdingKey`. Of those in neither nothing was found out. */
export type Comparison = {
  readonly agreed: ReadonlySet<string>;
  /** With what the contract said instead, in base units. */
  readonly contradicted: ReadonlyMap<string, bigint>;
};

/** So many blocks may have come since the one asked about. */
export const laterBlocksMax = 16;

const nothing: Comparison = { agreed: new Set(), contradicted: new Map() };
const atOnce = 20;

/**
 * Asks contracts whether these addresses held what their events add up to once block `at` was irreversible. A node knows
 * its newest state alone and the chain does not wait, so the blocks that have come since are read too: what their events
 * did before the questions is added up, and addresses they touch during them are left out. Nothing is found out where the chain is
 * too far ahead, or does not contain `at`. Throws `NodeFault`, also where a contract gives no number.
 */
export async function askContracts(
  deps: AskContractsDeps,
  at: Pick<BlockHead, 'number' | 'id'>,
  holdings: readonly Holding[],
): Promise<Comparison> {
  if (holdings.length === 0) return nothing;
  const before = await getSolidBlock(deps.node);
  if (before.number < at.number || before.number > at.number + laterBlocksMax) return nothing;
  const balances = await readBalances(deps, holdings);
  const later = await readBlocksAfter(deps.node, at);
  if (later === undefined) return nothing;
  const earlier = await sumChanges(
    deps,
    later.filter(({ number }) => number <= before.number),
  );
  const meanwhile = await sumChanges(
    deps,
    later.filter(({ number }) => number > before.number),
  );
  const agreed = new Set<string>();
  const contradicted = new Map<string, bigint>();
  for (const holding of holdings) {
    const key = holdingKey(holding);
    const balance = balances.get(key);
    if (balance === undefined || meanwhile.has(key)) continue;
    const change = earlier.get(key);
    if (balance === held(holding, change)) agreed.add(key);
    // With a change in between nobody knows which of the blocks it was that lied; the next look starts after it.
    else if (change === undefined) contradicted.set(key, balance);
  }
  return { agreed, contradicted };
}

function held({ amount }: Holding, change: TokenChange | undefined): bigint {
  return change === undefined ? amount : (change.emptied ? 0n : amount) + change.change;
}

async function readBalances(
  { node, tokens }: AskContractsDeps,
  holdings: readonly Holding[],
): Promise<ReadonlyMap<string, bigint>> {
  const contracts = new Map([...tokens].map(([contract, assetId]) => [assetId, contract]));
  const balances = new Map<string, bigint>();
  for (let first = 0; first < holdings.length; first += atOnce) {
    const asked = holdings.slice(first, first + atOnce).map(async (holding) => {
      const contract = contracts.get(holding.assetId);
      if (contract === undefined) return;
      balances.set(
        holdingKey(holding),
        await getTokenBalance(node, { view: 'solid', contract, owner: holding.address }),
      );
    });
    await Promise.all(asked);
  }
  return balances;
}

/** The irreversible blocks after `at`, in order; undefined where they do not follow from it, or are too many. */
async function readBlocksAfter(
  node: TronNode,
  at: Pick<BlockHead, 'number' | 'id'>,
): Promise<readonly BlockFacts[] | undefined> {
  const newest = await getSolidBlock(node);
  const count = newest.number - at.number;
  if (count < 0 || count > laterBlocksMax) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => at.number + 1 + index);
  const blocks: BlockFacts[] = [];
  for (const block of await Promise.all(numbers.map((number) => readBlock(node, { view: 'solid', number })))) {
    if (block === undefined || block.parentId !== (blocks.at(-1) ?? at).id) return undefined;
    blocks.push(block);
  }
  return (blocks.at(-1) ?? at).id === newest.id ? blocks : undefined;
}

async function sumChanges(
  deps: AskContractsDeps,
  blocks: readonly BlockFacts[],
): Promise<ReadonlyMap<string, TokenChange>> {
  if (blocks.length === 0) return new Map();
  const changes = sumTokenChanges(await listMoved(deps.db, deps, blocks), deps.houseAddresses);
  return new Map(changes.map((change) => [holdingKey(change), change]));
}
