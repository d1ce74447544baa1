import type { Database, DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import {
  insertFreeze,
  markSampled,
  selectHoldingsToSample,
  selectUnprovenHoldings,
  type Holding,
  type TokenFreeze,
} from './care-store.ts';
import { selectCursor } from './deposit-store.ts';

export type SampleTokensDeps = {
  readonly db: Database;
  readonly node: TronNode;
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
  /** Told of each token that is not trusted from now on. */
  readonly onFreeze: (freeze: Omit<TokenFreeze, 'frozenAt'>) => void;
};

/**
 * Worker step: asks the contracts of listed tokens what some of our addresses hold, at the irreversible block just
 * booked, and freezes a token whose events add up to something else (a fee kept back, a rebase, a lie). Says nothing when
 * the chain moves on meanwhile. Returns 0, so that its loop comes back after its idle time. Throws `NodeFault`.
 */
export async function sampleTokens(deps: SampleTokensDeps, { limit }: { readonly limit: number }): Promise<number> {
  await compareHoldings(deps, (db) => selectHoldingsToSample(db, limit));
  return 0;
}

/**
 * Worker step: the same for addresses where money waits in suspense because their contract could not be asked when it was
 * booked, while catching up for instance. Returns how many agreed; what waited there is settled next.
 */
export function proveSuspended(deps: SampleTokensDeps, { limit }: { readonly limit: number }): Promise<number> {
  return compareHoldings(deps, (db) => selectUnprovenHoldings(db, limit));
}

async function compareHoldings(
  deps: SampleTokensDeps,
  select: (db: DbReader) => Promise<readonly Holding[]>,
): Promise<number> {
  if ((await select(deps.db.kysely)).length === 0) return 0;
  const before = await getSolidBlock(deps.node);
  const holdings = await selectAtBlock(deps.db, before.id, select);
  const contracts = new Map([...deps.tokens].map(([contract, assetId]) => [assetId, contract]));
  const readings: { holding: Holding; found: bigint }[] = [];
  for (const holding of holdings) {
    const contract = contracts.get(holding.assetId);
    if (contract === undefined) continue;
    const found = await getTokenBalance(deps.node, { view: 'solid', contract, owner: holding.address });
    readings.push({ holding, found });
  }
  const after = await getSolidBlock(deps.node);
  if (after.id !== before.id) return 0;
  let right = 0;
  for (const { holding, found } of readings) {
    if (found === holding.amount) {
      await markSampled(deps.db.kysely, holding, before.number);
      right += 1;
    } else await freezeToken(deps, { holding, found, block: before.number });
  }
  return right;
}

/** Holdings as they are at this very block; none where the reader is at another. */
function selectAtBlock(
  db: Database,
  blockId: string,
  select: (db: DbReader) => Promise<readonly Holding[]>,
): Promise<readonly Holding[]> {
  return transact(db, async (tx) => ((await selectCursor(tx))?.id === blockId ? await select(tx) : []), {
    isolation: 'repeatable read',
  });
}

type Contradiction = { readonly holding: Holding; readonly found: bigint; readonly block: number };

async function freezeToken(
  { db, onFreeze }: SampleTokensDeps,
  { holding: { address, assetId, amount }, found, block }: Contradiction,
): Promise<void> {
  const freeze = { assetId, address, block, booked: amount, found };
  if (await transact(db, (tx) => insertFreeze(tx, freeze))) onFreeze(freeze);
}
