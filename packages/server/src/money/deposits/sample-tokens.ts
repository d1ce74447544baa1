import type { Database, DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { askContractsAgain, type AskAgainDeps } from './ask-contracts-again.ts';
import { selectCursor, type Cursor } from './deposit-store.ts';
import { holdingKey } from './token-changes.ts';
import {
  insertFreeze,
  markSampled,
  selectHoldingsToSample,
  selectUnprovenHoldings,
  type Holding,
  type TokenFreeze,
} from './token-watch-store.ts';

export type SampleTokensDeps = Omit<AskAgainDeps, 'db'> & {
  readonly db: Database;
  /** Told of each token that is not trusted from now on. */
  readonly onFreeze: (freeze: Omit<TokenFreeze, 'frozenAt'>) => void;
};

/**
 * Worker step: asks the contracts of listed tokens what some of our addresses hold with the block just booked, and freezes
 * a token whose events add up to something else (a fee kept back, a rebase, a lie), as every node says when asked again. Says nothing of addresses that are
 * touched meanwhile. Returns 0, so that its loop comes back after its idle time. Throws `NodeFault`.
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
  const { cursor, holdings } = await readHoldings(deps.db, select);
  if (cursor === undefined) return 0;
  const { agreed, contradicted } = await askContractsAgain({ ...deps, db: deps.db.kysely }, cursor, holdings);
  for (const holding of holdings) {
    const key = holdingKey(holding);
    const found = contradicted.get(key);
    if (agreed.has(key)) await markSampled(deps.db.kysely, holding, cursor.number);
    else if (found !== undefined) await freezeToken(deps, { holding, found, block: cursor.number });
  }
  return agreed.size;
}

/** Holdings as they are with one block, and that block. */
function readHoldings(
  db: Database,
  select: (db: DbReader) => Promise<readonly Holding[]>,
): Promise<{ readonly cursor: Cursor | undefined; readonly holdings: readonly Holding[] }> {
  return transact(db, async (tx) => ({ cursor: await selectCursor(tx), holdings: await select(tx) }), {
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
