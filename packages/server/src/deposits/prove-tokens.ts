import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts } from '@tern/tron/block-facts';
import { getSolidBlock, type BlockHead } from '@tern/tron/get-block-head';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { insertFreeze, selectHoldingsOf, type TokenFreeze } from './care-store.ts';
import { selectCursor, selectHoldingsEnd } from './deposit-store.ts';
import { listMoved } from './list-moved.ts';
import { holdingKey, sumTokenChanges } from './token-changes.ts';

/** What is known of the tokens that blocks about to be booked bring. */
export type TokenProof = {
  /** Whether the contracts agree with their events up to the last of these blocks. Without it nothing is credited yet. */
  readonly proven: boolean;
  /** Addresses and assets, by `holdingKey`, of which a contract says something else than its events. */
  readonly contradicted: ReadonlySet<string>;
};

/** Asked before blocks are booked, with the irreversible head. */
export type ProveTokens = (blocks: readonly BlockFacts[], solid: Pick<BlockHead, 'id'>) => Promise<TokenProof>;

export const unproven: TokenProof = { proven: false, contradicted: new Set() };
const agreed: TokenProof = { proven: true, contradicted: new Set() };

export type ProveTokensDeps = {
  readonly db: Database;
  readonly node: TronNode;
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
  readonly houseAddresses: ReadonlySet<TronAddress>;
  /** Told of each token that is not trusted from now on. */
  readonly onFreeze: (freeze: Omit<TokenFreeze, 'frozenAt'>) => void;
};

/** More addresses in one go are not asked within one block; what they got waits until they were, a few at a time. */
const holdingsMax = 200;
const atOnce = 20;

/**
 * Asks the contracts of listed tokens what the addresses hold that these blocks concern, while the last of the blocks is
 * the irreversible head: a node knows no older state. A token whose contract says something else is frozen before
 * anything of these blocks is booked. Proves nothing where the chain moves on meanwhile or a contract gives no answer.
 */
export async function proveTokens(
  deps: ProveTokensDeps,
  blocks: readonly BlockFacts[],
  solid: Pick<BlockHead, 'id'>,
): Promise<TokenProof> {
  const { db, node, tokens, houseAddresses } = deps;
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (first === undefined || last === undefined) return agreed;
  if (last.id !== solid.id) return unproven;
  const known = await transact(
    db,
    async (tx) => {
      const moved = await listMoved(tx, { tokens, houseAddresses }, blocks);
      const end = await selectHoldingsEnd(tx);
      const changes = sumTokenChanges(
        moved.filter(({ block }) => block.number > end),
        houseAddresses,
      );
      const cursor = changes.length === 0 ? undefined : await selectCursor(tx);
      return { changes, isNext: cursor?.id === first.parentId, holdings: await selectHoldingsOf(tx, changes) };
    },
    { isolation: 'repeatable read' },
  );
  const { changes, isNext, holdings } = known;
  if (changes.length === 0) return agreed;
  // Somebody else books these blocks.
  if (!isNext || changes.length > holdingsMax) return unproven;
  const contracts = new Map([...tokens].map(([contract, assetId]) => [assetId, contract]));
  const readings: { readonly address: TronAddress; readonly assetId: AssetId; booked: bigint; found: bigint }[] = [];
  try {
    for (let at = 0; at < changes.length; at += atOnce) {
      const asked = changes.slice(at, at + atOnce).flatMap(async (each) => {
        const { address, assetId } = each;
        const contract = contracts.get(assetId);
        if (contract === undefined) return [];
        const found = await getTokenBalance(node, { view: 'solid', contract, owner: address });
        const booked = (each.emptied ? 0n : (holdings.get(holdingKey(each)) ?? 0n)) + each.change;
        return [{ address, assetId, booked, found }];
      });
      readings.push(...(await Promise.all(asked)).flat());
    }
    if ((await getSolidBlock(node)).id !== last.id) return unproven;
  } catch (error) {
    // A contract that gives no number must not keep everything else from being booked.
    if (error instanceof NodeFault) return unproven;
    throw error;
  }
  const contradictions = readings.filter(({ booked, found }) => booked !== found);
  for (const each of contradictions) {
    const freeze = { ...each, block: last.number };
    if (await transact(db, (tx) => insertFreeze(tx, freeze))) deps.onFreeze(freeze);
  }
  return { proven: true, contradicted: new Set(contradictions.map(holdingKey)) };
}
