import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts } from '@tern/tron/block-facts';
import { findInflows, listParties } from './deposit.ts';
import type { ListMovedDeps } from './list-moved.ts';

/** The addresses that get something in these blocks and may be people's; a few of strangers can be among them. */
export async function listReceivers(
  db: DbReader,
  { tokens, houseAddresses, addressFilter }: ListMovedDeps,
  blocks: readonly BlockFacts[],
): Promise<readonly TronAddress[]> {
  const parties = listParties(blocks, tokens);
  const possible = new Set(addressFilter === undefined ? parties : await addressFilter.keepPossible(db, parties));
  if (possible.size === 0) return [];
  const rules = { ownAddresses: possible, tokens };
  const receivers = blocks.flatMap((block) => findInflows(block, rules).inflows.map(({ to }) => to));
  return [...new Set(receivers)].filter((address) => !houseAddresses.has(address));
}
