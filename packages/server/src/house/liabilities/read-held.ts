import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { listSamples } from '../../chain/reserves/public.ts';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { readHouseMoney } from '../treasury/public.ts';

/** What is held of an asset at one place. Base units. */
export type Held = {
  /** `fee`: free TRX of the fee account; `stake`: its other TRX. `deposits`: on all deposit addresses together. `moving`: between two places of the house. `unissued`: promised, not on chain. */
  readonly place: 'hot' | 'fee' | 'stake' | 'cold' | 'deposits' | 'moving' | 'unissued';
  readonly amount: bigint;
  /** Where the chain was asked: the irreversible block, and the address. Absent where the books say it. */
  readonly seen?: { readonly block: number; readonly address: string };
};

/**
 * What is held of an asset as the last comparisons with the chain saw it, and for deposit addresses as the books say: each of
 * them is compared in turn. Places with nothing are left out.
 */
export async function readHeld(tx: DbTx, assetId: AssetId): Promise<readonly Held[]> {
  const accounts = await findSignerAccounts(tx);
  const { custody } = await readHouseMoney(tx, assetId);
  const samples = (await listSamples(tx)).filter((sample) => sample.assetId === assetId);
  const onChain = (
    [
      ['hot', 'hot', accounts?.hot],
      ['fee', 'energy', accounts?.fee],
      ['cold', 'cold', accounts?.cold],
    ] as const
  ).flatMap(([place, name, address]): Held[] => {
    const sample = samples.find((each) => each.place === name);
    if (sample === undefined || address === undefined) return [];
    const { chain, staked } = sample;
    const seen = { block: sample.block.number, address };
    return [
      { place, amount: chain - staked, seen },
      // Only the fee account stakes.
      { place: 'stake', amount: staked, seen },
    ];
  });
  const byBooks: readonly Held[] = [
    { place: 'deposits', amount: custody.deposit },
    { place: 'moving', amount: custody['in-transit'] + custody.warm },
    { place: 'unissued', amount: await readUnissued(tx, assetId) },
  ];
  return [...onChain, ...byBooks].filter(({ amount }) => amount > 0n);
}

/** Tokens that the house has promised and that do not exist on chain yet. */
async function readUnissued(tx: DbTx, assetId: AssetId): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(-sum(posted), 0)::text AS amount FROM ledger.accounts
     WHERE class = 'issuance' AND asset = ${assetId}`.execute(tx);
  return BigInt(rows[0]?.amount ?? '0');
}
