import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { BlockFacts } from '@tern/tron/block-facts';
import type { BlockHead } from '@tern/tron/get-block-head';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { askContractsAgain, type AskAgainDeps } from './ask-contracts-again.ts';
import { laterBlocksMax, type Comparison } from './ask-contracts.ts';
import { selectCursor, selectHoldingsEnd } from './deposit-store.ts';
import { listMoved } from './list-moved.ts';
import { holdingKey, sumTokenChanges } from './token-changes.ts';
import { insertFreeze, selectHoldingsOf, type Holding, type TokenFreeze } from './token-watch-store.ts';

/** What is known of the tokens that blocks about to be booked bring: addresses and assets, by `holdingKey`. */
export type TokenProof = {
  /** Of these the contract says what its events add up to with the last of these blocks. Of others nothing is credited yet. */
  readonly proven: Pick<ReadonlySet<string>, 'has'>;
  /** Of these the contract says something else. */
  readonly contradicted: Pick<ReadonlySet<string>, 'has'>;
};

/** Asked before blocks are booked, with the irreversible head and a node that answers now. */
export type ProveTokens = (
  blocks: readonly BlockFacts[],
  solid: Pick<BlockHead, 'number'>,
  node: TronNode,
) => Promise<TokenProof>;

const nothing: TokenProof = { proven: new Set(), contradicted: new Set() };

export type ProveTokensDeps = Omit<AskAgainDeps, 'db'> & {
  readonly db: Database;
  /** Told of each token that is not trusted from now on. */
  readonly onFreeze: (freeze: Omit<TokenFreeze, 'frozenAt'>) => void;
};

/** More are not asked in one go; what they got waits until they were, a few at a time. */
const holdingsMax = 200;

/**
 * Asks the contracts of listed tokens what the addresses hold that these blocks concern. A token whose contract says
 * something else than its events, also when every node is asked again, is frozen before anything of these blocks is booked. Proves nothing of blocks far behind
 * the irreversible head, of addresses that are touched meanwhile, and where a contract gives no answer.
 */
export async function proveTokens(
  deps: ProveTokensDeps,
  blocks: readonly BlockFacts[],
  solid: Pick<BlockHead, 'number'>,
): Promise<TokenProof> {
  const last = blocks.at(-1);
  if (last === undefined || solid.number > last.number + laterBlocksMax) return nothing;
  const holdings = await readHoldings(deps, blocks);
  const { agreed, contradicted } = await ask(deps, last, holdings);
  for (const holding of holdings) {
    const found = contradicted.get(holdingKey(holding));
    if (found === undefined) continue;
    const { address, assetId, amount: booked } = holding;
    const freeze = { address, assetId, booked, found, block: last.number };
    if (await transact(deps.db, (tx) => insertFreeze(tx, freeze))) deps.onFreeze(freeze);
  }
  return { proven: agreed, contradicted };
}

/** What addresses hold with the last of these blocks, as its events add up; none where somebody else books these blocks. */
async function readHoldings(deps: ProveTokensDeps, blocks: readonly BlockFacts[]): Promise<readonly Holding[]> {
  return await transact(
    deps.db,
    async (tx) => {
      const moved = await listMoved(tx, deps, blocks);
      const end = await selectHoldingsEnd(tx);
      const changes = sumTokenChanges(
        moved.filter(({ block }) => block.number > end),
        deps.houseAddresses,
      ).slice(0, holdingsMax);
      if (changes.length === 0 || (await selectCursor(tx))?.id !== blocks[0]?.parentId) return [];
      const before = await selectHoldingsOf(tx, changes);
      return changes.map(({ address, assetId, emptied, change }) => {
        const held = emptied ? 0n : (before.get(holdingKey({ address, assetId })) ?? 0n);
        return { address, assetId, amount: held + change };
      });
    },
    { isolation: 'repeatable read' },
  );
}

async function ask(deps: ProveTokensDeps, last: BlockFacts, holdings: readonly Holding[]): Promise<Comparison> {
  try {
    return await askContractsAgain({ ...deps, db: deps.db.kysely }, last, holdings);
  } catch (error) {
    // A contract that gives no number must not keep everything else from being booked.
    if (error instanceof NodeFault) return { agreed: new Set(), contradicted: new Map() };
    throw error;
  }
}
