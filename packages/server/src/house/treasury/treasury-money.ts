import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import type { JournalId } from '@tern/ledger/ids';
import { postJournal, type Leg } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { OrderContent, OrderKind, TreasuryOrder } from './treasury-order.ts';

type Move = { readonly from: HouseAccountCode; readonly to: HouseAccountCode; readonly code: Leg['code'] };
type DoneMove = Move & { readonly kind: 'sweep' | 'treasury-move' | 'suspense-resolution' };

/** What an order moves between places of the house. A delegated stake stays staked. */
const moves: Readonly<Record<OrderKind, DoneMove | undefined>> = {
  sweep: { kind: 'sweep', code: 'sweep', from: 'custody:deposit', to: 'custody:hot' },
  'top-up': { kind: 'sweep', code: 'fuel', from: 'custody:energy', to: 'custody:deposit' },
  fund: { kind: 'treasury-move', code: 'move', from: 'custody:hot', to: 'custody:energy' },
  anchor: { kind: 'treasury-move', code: 'move', from: 'custody:hot', to: 'custody:energy' },
  // In transit until the cold address itself shows it.
  cold: { kind: 'treasury-move', code: 'move', from: 'custody:hot', to: 'custody:in-transit' },
  // What was nobody's is not owed any more once it is back where it came from.
  return: { kind: 'suspense-resolution', code: 'return', from: 'custody:hot', to: 'suspense' },
  stake: { kind: 'treasury-move', code: 'stake', from: 'custody:energy', to: 'custody:staked' },
  unstake: { kind: 'treasury-move', code: 'unstake', from: 'custody:staked', to: 'custody:unstaking' },
  // All that is ready comes home, which may be more than was ready when it was ordered: booked as the chain shows it.
  'withdraw-unstaked': undefined,
  restrict: undefined,
  delegate: undefined,
  undelegate: undefined,
};

/** Whose TRX an order burns. */
const burners: Readonly<Record<Exclude<OrderKind, 'restrict'>, HouseAccountCode>> = {
  sweep: 'custody:deposit',
  'top-up': 'custody:energy',
  stake: 'custody:energy',
  unstake: 'custody:energy',
  'withdraw-unstaked': 'custody:energy',
  delegate: 'custody:energy',
  undelegate: 'custody:energy',
  fund: 'custody:hot',
  anchor: 'custody:hot',
  cold: 'custody:hot',
  return: 'custody:hot',
};

function burnerOf(content: OrderContent): HouseAccountCode {
  if (content.kind !== 'restrict') return burners[content.kind];
  return content.account === 'hot' ? 'custody:hot' : 'custody:energy';
}

export type Burnt = { readonly txId: string; readonly feeSun: Units };

/**
 * Books an order that the irreversible chain shows as carried out. Keys are made of its id, so it is booked once. Returns
 * the journal that moved its amount, where one did.
 */
export async function bookDone(tx: DbTx, order: TreasuryOrder, burnt: Burnt): Promise<JournalId | undefined> {
  const { content } = order;
  const move = moves[content.kind];
  const moved =
    move === undefined
      ? undefined
      : await postJournal(tx, {
          key: `treasury:${order.id}:done`,
          kind: move.kind,
          legs: [await legOf(tx, move, content)],
          details: detailsOf(order, burnt),
        });
  await bookBurnt(tx, order, burnt);
  return moved?.journalId;
}

/** Books what the network burnt for an order, whether it was carried out or failed: always the house's cost. */
export async function bookBurnt(tx: DbTx, order: TreasuryOrder, burnt: Burnt): Promise<void> {
  if (burnt.feeSun === 0n) return;
  const from = burnerOf(order.content);
  const cost = { from, to: 'network-cost', code: 'network-cost' } as const;
  await postJournal(tx, {
    key: `treasury:${order.id}:network-cost`,
    kind: 'network-cost',
    legs: [await legOf(tx, cost, { assetId: 'trx', amount: burnt.feeSun })],
    details: detailsOf(order, burnt),
  });
}

const stakeMoves = {
  stake: ['custody:energy', 'custody:staked'],
  unstake: ['custody:staked', 'custody:unstaking'],
  unstaked: ['custody:unstaking', 'custody:energy'],
} as const;

/** Moves between the parts of the fee account what a block shows of them; see `reconcile`. */
export async function bookStakePart(
  tx: DbTx,
  part: { readonly code: keyof typeof stakeMoves; readonly amount: Units; readonly blockId: string },
): Promise<void> {
  const [from, to] = stakeMoves[part.code];
  await postJournal(tx, {
    key: `treasury:${part.code}:${part.blockId}`,
    kind: 'treasury-move',
    legs: [await legOf(tx, { from, to, code: part.code }, { assetId: 'trx', amount: part.amount })],
    details: { block: part.blockId },
  });
}

/** Moves to cold storage what its address was seen to hold at a block. Returns nothing: what is there is there. */
export async function bookColdArrival(
  tx: DbTx,
  arrival: { readonly assetId: AssetId; readonly amount: Units; readonly blockId: string },
): Promise<void> {
  await postJournal(tx, {
    key: `treasury:cold-arrival:${arrival.assetId}:${arrival.blockId}`,
    kind: 'treasury-move',
    legs: [await legOf(tx, { from: 'custody:in-transit', to: 'custody:cold', code: 'move' }, arrival)],
    details: { block: arrival.blockId },
  });
}

async function legOf(
  tx: DbTx,
  { from, to, code }: Move,
  { assetId: asset, amount }: { readonly assetId: AssetId; readonly amount: Units },
): Promise<Leg> {
  return { debit: await houseAccount(tx, to, asset), credit: await houseAccount(tx, from, asset), asset, amount, code };
}

/** `address` is what tells the holdings of deposit addresses apart; see `sweeps/holdings-store.ts`. */
function detailsOf({ id, content }: TreasuryOrder, { txId }: Burnt): Record<string, string> {
  return { orderId: id, txId, ...('place' in content ? { address: content.place.address } : {}) };
}
