import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts } from '@tern/tron/block-facts';
import { listIssuerActs } from '@tern/tron/list-issuer-acts';
import { listOutflows } from '@tern/tron/list-outflows';
import { listOwnersAmong, type AddressFilter, type WalletOwner } from '../../people/wallets/public.ts';
import { findInflows, listParties, type BlockInflows } from './deposit.ts';
import type { Moved } from './token-changes.ts';

export type MovedBlock = Moved & {
  readonly incoming: BlockInflows;
  /** Whose the addresses are that were met. */
  readonly owners: ReadonlyMap<TronAddress, WalletOwner | undefined>;
};

export type ListMovedDeps = {
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
  readonly houseAddresses: ReadonlySet<TronAddress>;
  /** Without it the database is asked for every address that was met. */
  readonly addressFilter?: AddressFilter;
};

/** What moved at addresses of ours in these blocks, before anybody has decided what to make of it. */
export async function listMoved(
  db: DbReader,
  { tokens, houseAddresses, addressFilter }: ListMovedDeps,
  blocks: readonly BlockFacts[],
): Promise<readonly MovedBlock[]> {
  const parties = listParties(blocks, tokens);
  const possible = addressFilter === undefined ? parties : await addressFilter.keepPossible(db, parties);
  const owners = await listOwnersAmong(db, possible);
  const ownAddresses = { has: (address: TronAddress): boolean => owners.has(address) || houseAddresses.has(address) };
  const rules = { ownAddresses, tokens };
  return blocks.map((block) => {
    const incoming = findInflows(block, rules);
    return {
      block,
      incoming,
      arrived: incoming.inflows,
      outflows: listOutflows(block, rules),
      issuerActs: listIssuerActs(block, rules),
      owners,
    };
  });
}
