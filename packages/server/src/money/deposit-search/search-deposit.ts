import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DepositSearchView } from '@tern/contracts/routes/deposits';
import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { TransactionFacts } from '@tern/tron/block-facts';
import { findTransactionBlock } from '@tern/tron/find-transaction-block';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { readBlock } from '@tern/tron/read-block';
import { findChainHeads } from '../../chain/chain-view/public.ts';
import { listRecordsOfTransaction } from '../../people/records/public.ts';
import { listPersonWallets, type Wallet } from '../../people/wallets/public.ts';
import { listKnownArrivals, type KnownArrival } from '../deposits/public.ts';
import { listMoves, readTxId, renderMove, stateOfMove, type ChainMove } from './deposit-search.ts';

export type SearchDepositDeps = {
  readonly db: Database;
  readonly nodes: readonly TronNode[];
  readonly contracts: Readonly<Partial<Record<AssetId, TronAddress>>>;
  /** Blocks until a block counts as irreversible. */
  readonly confirmations: number;
  /** Counts one question to the nodes for this person. Throws `TOO_MANY_REQUESTS`. */
  readonly limitQuestions: (personId: PersonId) => Promise<void>;
};

const movesMax = 20;

type Found = { readonly block: number; readonly transaction: TransactionFacts };

/**
 * Looks a transaction up on the chain and says what became of it. It only tells: a deposit that is missing is credited by
 * the same reading of blocks as any other, whoever asks. Throws `TX_ID_INVALID`, `TOO_MANY_REQUESTS` and, where no node
 * answers, `UNAVAILABLE`.
 */
export async function searchDeposit(
  deps: SearchDepositDeps,
  { personId, txId: typed }: { readonly personId: PersonId; readonly txId: string },
): Promise<DepositSearchView> {
  const txId = readTxId(typed);
  await deps.limitQuestions(personId);
  const found = await findOnChain(deps.nodes, txId);
  if (found === undefined) return { txId, found: 'nothing', block: null, confirmations: null, moves: [] };
  const { block, transaction } = found;
  const { confirmations, isFinal } = await lookAtBlock(deps, block);
  if (transaction.result === 'failed') return { txId, found: 'failed', block, confirmations, moves: [] };
  const tokens = new Map(
    Object.entries(deps.contracts).map(([assetId, contract]) => [contract, assetId as AssetId] as const),
  );
  const all = listMoves(transaction, tokens);
  if (all.length === 0) return { txId, found: 'no-move', block, confirmations, moves: [] };
  const wallets = await listPersonWallets(deps.db.kysely, personId);
  const own = new Set(wallets.map(({ address }) => address));
  const sorted = [...all.filter(({ to }) => own.has(to)), ...all.filter(({ to }) => !own.has(to))];
  const known = await readKnown(deps, { personId, txId, wallets });
  const moves = sorted.slice(0, movesMax).map((move) => {
    const booked = known.arrivals.find((each) => each.kind === move.kind && each.index === move.index);
    const state = stateOfMove({
      isOwn: own.has(move.to),
      is: booked?.is,
      isUnlisted: move.assetId === undefined,
      isFinal,
    });
    const isUnderWay = state === 'confirming' || state === 'crediting';
    const recordId = booked?.recordId ?? (isUnderWay ? known.findPending(move) : null);
    return renderMove(move, state, recordId);
  });
  return { txId, found: 'moves', block, confirmations, moves };
}

/** The first node that has it in a block. Throws `UNAVAILABLE` where none could say. */
async function findOnChain(nodes: readonly TronNode[], txId: string): Promise<Found | undefined> {
  let answered = false;
  for (const node of nodes) {
    try {
      const number = await findTransactionBlock(node, { view: 'head', txId });
      answered = true;
      if (number === undefined) continue;
      const block = await readBlock(node, { view: 'head', number });
      const transaction = block?.transactions.find((candidate) => candidate.txId === txId);
      if (transaction !== undefined) return { block: number, transaction };
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
  }
  if (!answered) throw problem('UNAVAILABLE');
  return undefined;
}

/** How many blocks confirm it, and whether the network counts it as irreversible, which no number of blocks says. */
async function lookAtBlock(
  { db, confirmations: required }: SearchDepositDeps,
  block: number,
): Promise<{ confirmations: { seen: number; required: number }; isFinal: boolean }> {
  const heads = await findChainHeads(db.kysely);
  const depth = (heads?.headNumber ?? block) - block + 1;
  const confirmations = { seen: Math.min(required, Math.max(1, depth)), required };
  return { confirmations, isFinal: heads !== undefined && block <= heads.solidNumber };
}

type Known = {
  readonly arrivals: readonly KnownArrival[];
  readonly findPending: (move: ChainMove) => KnownArrival['recordId'];
};

async function readKnown(
  { db }: SearchDepositDeps,
  { personId, txId, wallets }: { personId: PersonId; txId: string; wallets: readonly Wallet[] },
): Promise<Known> {
  const [arrivals, records] = await Promise.all([
    listKnownArrivals(db.kysely, { txId, addresses: wallets.map(({ address }) => address) }),
    listRecordsOfTransaction(db.kysely, personId, txId),
  ]);
  return {
    arrivals,
    findPending: ({ to, assetId, amount }) =>
      records.find((record) => {
        const isThere = record.receiveAddress === to && record.assetId === assetId && record.amount === amount;
        return isThere && record.direction === 'in' && record.status === 'confirming';
      })?.id ?? null,
  };
}
