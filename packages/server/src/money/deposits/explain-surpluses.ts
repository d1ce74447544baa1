import type { DepositId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import type { JournalId } from '@tern/ledger/ids';
import { postJournal, type Leg } from '@tern/ledger/post-journal';
import { inflowKey, type Booking } from './deposit.ts';
import { readEquity, splitOverEquity } from './house-equity.ts';
import { insertResolution } from './quarantine-store.ts';
import { addExplained, insertExplanation, lockUnclaimed } from './surplus-store.ts';
import { isGoneBack, splitAmong, type SurplusPart, type Unclaimed } from './surplus.ts';

type Explained = {
  /** The bookings as they are to be booked now. */
  readonly bookings: readonly Booking[];
  /** Settles, once its deposit has an id, what is back at its sender already. */
  readonly settle: (depositIds: readonly DepositId[]) => Promise<void>;
};

/**
 * Takes out of kept surpluses what turns out to be a deposit, before it is booked as one: an inflow of a block up to the one
 * at which the surplus was kept is not new money, the books have it. What the house had taken it gives back. What is
 * back at its sender, or may be, is credited to nobody: it waits in suspense, or is settled by having been returned.
 */
export async function explainSurpluses(tx: DbTx, bookings: readonly Booking[]): Promise<Explained> {
  const posted = bookings.filter(({ destination }) => destination.to !== 'own');
  const [first] = posted;
  if (first === undefined) return { bookings, settle: async () => {} };
  const fromBlock = posted.reduce((lowest, { block }) => Math.min(lowest, block.number), first.block.number);
  let unclaimed = await lockUnclaimed(tx, {
    fromBlock,
    addresses: [...new Set(posted.map(({ inflow }) => inflow.to))],
  });
  if (unclaimed.length === 0) return { bookings, settle: async () => {} };
  const settled: { readonly at: number; readonly journalId: JournalId }[] = [];
  const changed: Booking[] = [];
  for (const [at, booking] of bookings.entries()) {
    const { parts, isHeld } = split(booking, unclaimed);
    changed.push(isHeld ? { ...booking, destination: { to: 'suspense', reason: 'surplus-returned' } } : booking);
    for (const part of parts) {
      const journalId = await takeOut(tx, booking, part);
      if (journalId !== undefined && part.surplus.state === 'returned') settled.push({ at, journalId });
    }
    unclaimed = unclaimed.map((each) => {
      const taken = parts.find(({ surplus }) => surplus.id === each.surplus.id)?.amount ?? 0n;
      return { ...each, unclaimed: each.unclaimed - taken };
    });
  }
  const settle = async (depositIds: readonly DepositId[]): Promise<void> => {
    for (const { at, journalId } of settled) {
      const depositId = depositIds[at];
      if (depositId !== undefined) await insertResolution(tx, { depositId, walletId: null, recordId: null, journalId });
    }
  };
  return { bookings: changed, settle };
}

function split(
  { inflow, block, destination }: Booking,
  unclaimed: readonly Unclaimed[],
): ReturnType<typeof splitAmong> {
  if (destination.to === 'own') return { parts: [], isHeld: false };
  return splitAmong(
    inflow.amount,
    unclaimed.filter(
      ({ surplus }) =>
        surplus.address === inflow.to && surplus.assetId === inflow.assetId && surplus.block >= block.number,
    ),
  );
}

/**
 * Undefined where the house, its fees included, has no longer what it took: then the books show more than the chain, for
 * operators to see.
 */
async function takeOut(
  tx: DbTx,
  { inflow }: Booking,
  { surplus, amount }: SurplusPart,
): Promise<JournalId | undefined> {
  const { id, assetId, address, state } = surplus;
  const parts =
    state === 'house'
      ? splitOverEquity(await readEquity(tx, assetId), amount)
      : [{ from: 'suspense', amount } as const];
  if (parts === undefined) return undefined;
  const credit = await houseAccount(tx, 'custody:deposit', assetId);
  const legs: Leg[] = [];
  for (const part of parts) {
    const debit = await houseAccount(tx, part.from, assetId);
    legs.push({ debit, credit, asset: assetId, amount: part.amount, code: 'explained' });
  }
  const { journalId } = await postJournal(tx, {
    key: `surplus:${id}:explained:${inflowKey(inflow)}`,
    kind: 'surplus-explained',
    legs,
    details: { address, surplusId: id, inflow: inflowKey(inflow) },
  });
  const isBack = isGoneBack(surplus);
  const via = isBack ? 'return' : state === 'house' ? 'capital' : 'suspense';
  await insertExplanation(tx, { surplusId: id, inflow, amount, via });
  if (!isBack) await addExplained(tx, id, amount);
  return journalId;
}
