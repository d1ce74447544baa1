import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { isInSolidChain } from '@tern/tron/is-in-solid-chain';
import { getAccount } from '@tern/tron/get-account';
import { getSolidBlock, type BlockHead } from '@tern/tron/get-block-head';
import { getStakes } from '@tern/tron/get-stakes';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import { findCreditedBlock } from '../deposits/public.ts';
import { areHoldingsComplete, findHoldings, listLeastChecked, type Holding } from '../sweeps/public.ts';
import { listSignedTreasuryTransactions, readHouseMoney, type HouseMoney } from '../treasury/public.ts';
import { listSignedTransactions } from '../withdrawals/public.ts';

export type TakeSampleDeps = {
  readonly db: Database;
  readonly node: TronNode;
  readonly accounts: HouseAccounts;
  readonly contracts: Readonly<Record<Exclude<AssetId, 'trx'>, TronAddress>>;
  /** How many deposit addresses are looked at in one round. */
  readonly depositsPerRound: number;
};

/** A place on chain. */
export type HousePlace = 'hot' | 'energy' | 'cold';

export type HouseSample = {
  readonly place: HousePlace;
  readonly assetId: AssetId;
  readonly books: bigint;
  readonly chain: bigint;
};
export type DepositSample = Holding & { readonly chain: bigint };

export type ReserveSample = {
  readonly block: BlockHead;
  readonly house: readonly HouseSample[];
  readonly deposits: readonly DepositSample[];
  /** What the chain shows of the fee account's stake. */
  readonly stake: HouseMoney['stake'];
  readonly money: Readonly<Record<AssetId, HouseMoney>>;
};

/** More than this many payments at once may be final and not concluded yet: then the next round says more. */
const openTransactionsMax = 200;

/**
 * The chain and the books at one irreversible block. Undefined where that cannot be said: the chain moved while it was
 * asked, the reader has not booked this very block, or a transaction of ours is final and not concluded yet. So what
 * differs here differs, and is no matter of who was faster. Throws `NodeFault`.
 */
export async function takeSample(deps: TakeSampleDeps): Promise<ReserveSample | undefined> {
  const { db, node } = deps;
  const block = await getSolidBlock(node);
  const candidates = await listLeastChecked(db.kysely, { limit: deps.depositsPerRound });
  const [chain, onAddresses] = await Promise.all([readHouse(deps), readAddresses(deps, candidates)]);
  const books = await readBooks(db, candidates);
  if (books === undefined || books.credited !== block.id || books.open.length > openTransactionsMax) return undefined;
  for (const txId of books.open) if (await isInSolidChain(node, txId)) return undefined;
  const { id } = await getSolidBlock(node);
  if (id !== block.id) return undefined;
  const house = chain.amounts.map(({ place, assetId, amount }) => ({
    place,
    assetId,
    books: books.money[assetId].custody[place],
    chain: amount,
  }));
  const deposits = books.holdings.map((holding, at) => ({ ...holding, chain: onAddresses[at] ?? 0n }));
  return { block, house, deposits, stake: chain.stake, money: books.money };
}

type ChainAmount = { readonly place: HousePlace; readonly assetId: AssetId; readonly amount: bigint };

async function readHouse(
  deps: TakeSampleDeps,
): Promise<{ readonly amounts: readonly ChainAmount[]; readonly stake: HouseMoney['stake'] }> {
  const { node, accounts } = deps;
  const wallets = [
    ['hot', accounts.hot],
    ...(accounts.cold === undefined ? [] : [['cold', accounts.cold] as const]),
  ] as const;
  const amounts = await Promise.all(
    wallets.flatMap(([place, address]) =>
      assetIds.map(async (assetId) => ({ place, assetId, amount: await readBalance(deps, { address, assetId }) })),
    ),
  );
  const { totalSun, freeSun, unstaking } = await getStakes(node, { view: 'solid', address: accounts.fee });
  const leaving = unstaking.reduce((sum, { amountSun }) => sum + amountSun, 0n);
  return {
    amounts: [...amounts, { place: 'energy', assetId: 'trx', amount: totalSun }],
    stake: { staked: totalSun - freeSun - leaving, unstaking: leaving },
  };
}

function readAddresses(deps: TakeSampleDeps, holdings: readonly Holding[]): Promise<readonly bigint[]> {
  return Promise.all(holdings.map((holding) => readBalance(deps, holding)));
}

async function readBalance(
  { node, contracts }: TakeSampleDeps,
  { address, assetId }: Pick<Holding, 'address' | 'assetId'>,
): Promise<bigint> {
  if (assetId === 'trx') return (await getAccount(node, { view: 'solid', address })).balanceSun;
  return await getTokenBalance(node, { view: 'solid', contract: contracts[assetId], owner: address });
}

type Books = {
  readonly credited: string | undefined;
  readonly open: readonly string[];
  readonly holdings: readonly Holding[];
  readonly money: Readonly<Record<AssetId, HouseMoney>>;
};

/** One moment of the books. Undefined while the holdings lag behind the ledger. */
async function readBooks(db: Database, candidates: readonly Holding[]): Promise<Books | undefined> {
  return await transact(
    db,
    async (tx) => {
      if (!(await areHoldingsComplete(tx))) return undefined;
      return {
        credited: (await findCreditedBlock(tx))?.id,
        open: [...(await listSignedTransactions(tx)), ...(await listSignedTreasuryTransactions(tx))],
        holdings: await findHoldings(tx, candidates),
        money: {
          trx: await readHouseMoney(tx, 'trx'),
          usdt: await readHouseMoney(tx, 'usdt'),
          reward: await readHouseMoney(tx, 'reward'),
        },
      };
    },
    { isolation: 'repeatable read' },
  );
}
