import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { findTransactionBlock } from '@tern/tron/find-transaction-block';
import { getAccount } from '@tern/tron/get-account';
import { getSolidBlock, type BlockHead } from '@tern/tron/get-block-head';
import { getStakes } from '@tern/tron/get-stakes';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import { findCreditedBlock } from '../../money/deposits/public.ts';
import { areHoldingsComplete, collectHoldings, findHoldings, type Holding } from '../sweeps/public.ts';
import { readHouseMoney, type HouseMoney } from '../treasury/public.ts';
import { listOpenTransactions, type OpenTransaction } from './open-transactions.ts';

export type TakeSampleDeps = {
  readonly db: Database;
  /** Every one of them is asked again about what differs. */
  readonly nodes: readonly [TronNode, ...TronNode[]];
  readonly accounts: HouseAccounts;
  readonly contracts: Readonly<Record<Exclude<AssetId, 'trx'>, TronAddress>>;
  /** How many deposit addresses are looked at in one round. */
  readonly depositsPerRound: number;
};

type AskedDeps = Omit<TakeSampleDeps, 'nodes' | 'depositsPerRound'> & { readonly node: TronNode };

/** A place on chain. */
export type HousePlace = 'hot' | 'energy' | 'cold';

export type HouseSample = {
  readonly place: HousePlace;
  readonly assetId: AssetId;
  readonly books: bigint;
  readonly chain: bigint;
  /** Of `chain`: staked for energy, or unstaked and not released yet. */
  readonly staked: bigint;
};
export type DepositSample = Holding & { readonly chain: bigint };

export type ReserveSample = {
  readonly block: BlockHead;
  readonly house: readonly HouseSample[];
  readonly deposits: readonly DepositSample[];
  /** What the chain shows of the fee account's stake. */
  readonly stake: HouseMoney['stake'];
  readonly money: Readonly<Record<AssetId, HouseMoney>>;
  /** Of these this sample says nothing, by `spotName`. */
  readonly unsettled: ReadonlySet<string>;
};

export type Candidates = readonly Pick<Holding, 'address' | 'assetId'>[];

/** More than this many payments at once may be final and not concluded yet: then the next round says more. */
const openTransactionsMax = 200;
const askedAtOnce = 20;

/** How long the reader is waited for, which books a block at the moment this asks for its balances. */
const reader = { looks: 20, everyMs: 50 };

/**
 * The chain and the books at one irreversible block. Undefined where that cannot be said: the chain moved while balances
 * and books were read, or the reader has not booked this very block. Where a transaction of ours in it is not concluded
 * yet, nothing is said of the places and assets it concerns. So what differs here differs, and is no matter of who was
 * faster. Throws `NodeFault`.
 *
 * @param candidates The deposit addresses to look at.
 */
export async function takeSample(deps: AskedDeps, candidates: Candidates): Promise<ReserveSample | undefined> {
  const { db, node } = deps;
  const block = await getSolidBlock(node);
  const [chain, onAddresses] = await Promise.all([readHouse(deps), readAddresses(deps, candidates)]);
  const books = await readBooksAt(db, block, candidates);
  // Nothing later can be in these books: nothing is concluded that a node does not show, and this one showed no more.
  const { id } = await getSolidBlock(node);
  if (books === undefined || id !== block.id) return undefined;
  if (books.open.length > openTransactionsMax) return undefined;
  const unsettled = await findUnsettled(node, block, books.open);
  const house = chain.amounts.map(({ place, assetId, amount }) => ({
    place,
    assetId,
    books: books.money[assetId].custody[place],
    chain: amount,
    staked: place === 'energy' ? chain.stake.staked + chain.stake.unstaking : 0n,
  }));
  const deposits = books.holdings.map((holding, at) => ({ ...holding, chain: onAddresses[at] ?? 0n }));
  return { block, house, deposits, stake: chain.stake, money: books.money, unsettled };
}

/** What the transactions concern that are in the chain up to this block. */
async function findUnsettled(
  node: TronNode,
  { number }: BlockHead,
  open: readonly OpenTransaction[],
): Promise<ReadonlySet<string>> {
  const unsettled = new Set<string>();
  for (let first = 0; first < open.length; first += askedAtOnce) {
    const asked = open.slice(first, first + askedAtOnce).map(async ({ txId, spots }) => {
      const inBlock = await findTransactionBlock(node, { view: 'solid', txId });
      if (inBlock !== undefined && inBlock <= number) for (const spot of spots) unsettled.add(spot);
    });
    await Promise.all(asked);
  }
  return unsettled;
}

type ChainAmount = { readonly place: HousePlace; readonly assetId: AssetId; readonly amount: bigint };

async function readHouse(
  deps: AskedDeps,
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

function readAddresses(deps: AskedDeps, holdings: Candidates): Promise<readonly bigint[]> {
  return Promise.all(holdings.map((holding) => readBalance(deps, holding)));
}

async function readBalance(
  { node, contracts }: AskedDeps,
  { address, assetId }: Pick<Holding, 'address' | 'assetId'>,
): Promise<bigint> {
  if (assetId === 'trx') return (await getAccount(node, { view: 'solid', address })).balanceSun;
  return await getTokenBalance(node, { view: 'solid', contract: contracts[assetId], owner: address });
}

type Books = {
  readonly credited: Pick<BlockHead, 'number' | 'id'> | undefined;
  readonly open: readonly OpenTransaction[];
  readonly holdings: readonly Holding[];
  readonly money: Readonly<Record<AssetId, HouseMoney>>;
};

/** The books once this very block is booked; undefined where it takes too long, or more is booked already. */
async function readBooksAt(db: Database, block: BlockHead, candidates: Candidates): Promise<Books | undefined> {
  for (let look = 0; look < reader.looks; look += 1) {
    if (look > 0) await wait(reader.everyMs);
    // What the block brought to deposit addresses belongs to it.
    while ((await collectHoldings(db, { limit: 500 })) > 0);
    const books = await readBooks(db, candidates);
    if (books?.credited?.id === block.id) return books;
    if (books?.credited !== undefined && books.credited.number >= block.number) return undefined;
  }
  return undefined;
}

/** One moment of the books. Undefined while the holdings lag behind the ledger. */
async function readBooks(db: Database, candidates: Candidates): Promise<Books | undefined> {
  return await transact(
    db,
    async (tx) => {
      if (!(await areHoldingsComplete(tx))) return undefined;
      return {
        credited: await findCreditedBlock(tx),
        open: await listOpenTransactions(tx),
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
